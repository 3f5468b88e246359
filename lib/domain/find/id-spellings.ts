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

/** `sub-acme`, `SUB_HOOLI`: the prefixes of the billing API's own IDs, and the rest of the ID. */
const OWN_ID = /^(sub|inv|cus)[_-](?=.*[\p{L}\p{N}])(.{1,250})$/iu

/**
 * Returns the usual spelling of an ID with a prefix of the billing API: in lower case, with an underscore after the prefix. Returns
 * null when it is spelled so already, and for any other ID.
 */
export function usualSpelling(id: string): string | null {
  const [, prefix, rest] = OWN_ID.exec(id.trim()) ?? []
  const usual = `${prefix}_${rest}`.toLowerCase()
  return prefix === undefined || usual === id.trim() ? null : usual
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

/** The characters between two halves of a broken ID: the end of a line and the marks of a quotation. */
const BREAK = String.raw`(?:=?[ \t]{0,3}\r?\n[> \t]{0,10})`
const LONGEST_BROKEN = 128

/** Returns how a text has an ID that lines broke: "sub_\n> koeln". Returns undefined when it is there as it is. */
export function brokenSpelling(text: string, id: string): string | undefined {
  if (text.includes(id) || id.length > LONGEST_BROKEN) return undefined
  const characters = Array.from(id, (character) => character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`))
  return new RegExp(characters.join(`${BREAK}?`), 'u').exec(text)?.[0]
}
