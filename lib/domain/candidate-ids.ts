import { MOST_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import { hasFewWords } from './has-few-words'

/** As many ids as are asked for of one pasted text. */
export const MOST_CANDIDATES = 25

/** Of a word with marks around it: what is longer is not looked at, which keeps the work linear. */
const LONGEST_WORD = 1024
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»`]{1,2048}/giu
const AFTER_ADDRESS = /[).,;:!?'’\]}]+$/u
/** A page of the console, at whatever address it runs: there the place names the id. */
const PAGE = /\/(?:subscriptions|invoices|customers)\/([^/?#]+)/
const MARKS = ['""', "''", '“”', '‘’', '«»', '``']
const BETWEEN_MARKS = MARKS.map(
  (marks) => `${marks.charAt(0)}([^${marks}\\n]{1,${MOST_ID_CHARS}})${marks.charAt(1)}`,
).join('|')
/** A quotation that begins and ends at the edge of a word, so that no apostrophe does; what a colon follows is a name. */
const QUOTED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${BETWEEN_MARKS})(?![\\p{L}\\p{N}]|\\s*:)`, 'gu')
const BETWEEN_WORDS = /[\s,;|<>()[\]{}"“”„«»`\p{Cc}]+/u
const AROUND_WORDS = /^[.:!?'‘’*#…–—]+|[.:!?'‘’*#…–—]+$/gu
/** `subscription:sub_1`, `id=sub_1`. */
const NAMED = /^[\p{L}_-]{1,40}[:=](.+)$/u
const LOOKS_LIKE_ID = /[\p{Nd}_@-]/u

interface Candidates {
  /** In the order of the text: web addresses, then words, then what only its quotation marks tell. */
  ids: string[]
  /** How many there are beyond `MOST_CANDIDATES`. */
  more: number
}

/**
 * What may be an id in a text that somebody pasted: whatever holds a digit, `_`, `-` or `@`, what stands in quotation
 * marks and is no sentence, and what a web address leads to, decoded.
 */
export function candidateIds(text: string): Candidates {
  const ofAddresses: string[] = []
  const rest = text.replaceAll(WEB_ADDRESS, (address) => {
    ofAddresses.push(...idsOfAddress(address.replace(AFTER_ADDRESS, '')))
    return '\n'
  })
  const words = rest.split(BETWEEN_WORDS).flatMap(idsOfWord)
  const quoted = [...rest.matchAll(QUOTED)]
    .map((match) => match.slice(1).find(Boolean)?.trim() ?? '')
    .filter(hasFewWords)
  const all = [...new Set([...ofAddresses, ...words, ...quoted])].filter(canBeId)
  return { ids: all.slice(0, MOST_CANDIDATES), more: Math.max(0, all.length - MOST_CANDIDATES) }
}

function idsOfAddress(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { pathname, searchParams } = new URL(address)
  const [, ofPage] = PAGE.exec(pathname) ?? []
  if (ofPage !== undefined) return [decoded(ofPage)]
  return [...pathname.split('/').map(decoded), ...searchParams.values()].filter(looksLikeId)
}

function idsOfWord(word: string): string[] {
  if (word.length > LONGEST_WORD) return []
  const [, ofPage] = PAGE.exec(word) ?? []
  if (ofPage !== undefined) return [decoded(ofPage)]
  const bare = word.replaceAll(AROUND_WORDS, '')
  const [, named = ''] = NAMED.exec(bare) ?? []
  return [named, bare].filter(looksLikeId)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const looksLikeId = (text: string) => LOOKS_LIKE_ID.test(text)

const canBeId = (text: string) => whyNotAskable(text) === null && /[\p{L}\p{N}]/u.test(text)
