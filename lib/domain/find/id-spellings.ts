import { isOrdinaryWord } from './ordinary-words'

/** Hyphens, dashes and minus signs that mail programs and spreadsheets use for "-". */
const LOOKALIKE_HYPHEN = /(?<=[\p{L}\p{N}])[‐‑‒−﹣](?=[\p{L}\p{N}])/gu
/** A dash is a hyphen only after a prefix of IDs: "Mon–Fri" and "sub_1—please" have a dash. */
const DASH_AFTER_PREFIX = /^(sub|subscription|inv|invoice|cus|cust|customer|org|acct|account)[–—](?=[\p{L}\p{N}])/iu
const MARKDOWN_ESCAPE = /\\(?=[_*#.+\-[\](){}!~`|])/gu
const PERCENT_ENCODED = /%[\da-f]{2}/iu

/**
 * Returns the IDs that a word can mean: first with plain hyphens, without Markdown's backslashes and percent-decoded, then
 * unchanged, because IDs are opaque (gaps.md, Ids).
 */
export function idSpellings(word: string): string[] {
  const plain = percentDecoded(word)
    .replaceAll(MARKDOWN_ESCAPE, '')
    .replaceAll(LOOKALIKE_HYPHEN, '-')
    .replace(DASH_AFTER_PREFIX, '$1-')
  return [...new Set([plain, word])]
}

function percentDecoded(word: string): string {
  if (!PERCENT_ENCODED.test(word)) return word
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** The end of a line, its next word, and the marks of a quotation between them: "sub_\n> koeln". */
const BROKEN_ID =
  /([\p{L}\p{N}][\p{L}\p{N}_.‐‑-]{0,63}[_‐‑-])[ \t]{0,3}\n[> \t]{0,10}([\p{L}\p{N}][\p{L}\p{N}_.-]{0,63})/gu
/** The soft line break of quoted-printable mails. */
const SOFT_BREAK = /(?<=[\p{L}\p{N}_-])=\n(?=[\p{L}\p{N}_-])/gu

/**
 * Joins IDs that a mail program broke at a hyphen or underscore. A word of ordinary language that was broken at the end of a
 * line loses its hyphen.
 */
export const withJoinedIds = (text: string) =>
  text
    .replaceAll(SOFT_BREAK, '')
    .replaceAll(BROKEN_ID, (_, start: string, rest: string) =>
      isOrdinaryWord(start + rest) ? `${start.slice(0, -1)} ${rest}` : start + rest,
    )
