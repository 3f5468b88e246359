import { MOST_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import { hasFewWords } from './has-few-words'

/** As many ids as are asked for of one pasted text. */
export const MOST_CANDIDATES = 25

/** Of a word with marks around it: what is longer is not looked at, which keeps the work linear. */
const LONGEST_WORD = 1024
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»`]{1,2048}/giu
const AFTER_ADDRESS = /[).,;:!?'’\]}]+$/u
/** A page of the console, or the billing API's own address, wherever they are: there the place names the id. */
const PAGE = /\/(subscriptions|invoices|customers(?:\/external-id(?=\/[^/?#]+\/transactions))?)\/([^/?#]+)/
const MARKS = ['""', "''", '“”', '‘’', '«»', '``']
const BETWEEN_MARKS = MARKS.map(
  (marks) => `${marks.charAt(0)}([^${marks}\\n]{1,${MOST_ID_CHARS}})${marks.charAt(1)}`,
).join('|')
/** A quotation that begins and ends at the edge of a word, so that no apostrophe does; what a colon follows is a name. */
const QUOTED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${BETWEEN_MARKS})(?![\\p{L}\\p{N}]|\\s*:)`, 'gu')
const BETWEEN_WORDS = /[\s,;|<>()[\]{}"“”„«»‹›→—`\p{Cc}]+/u
const AROUND_WORDS = /^[.:!?'‘’*#~…–—]+|[.:!?'‘’*#~/…–—]+$/gu
const GENITIVE = /['’]s$/u
/** Soft hyphens, zero-width spaces and marks of direction come along from web pages, and nobody sees them: two ids that differ by one look the same. */
const INVISIBLE = /\p{Cf}+/gu
/** `subscription:sub_1`, `id=sub_1`. */
const NAMED = /^[\p{L}_-]{1,40}[:=](.+)$/u
const LOOKS_LIKE_ID = /[\p{Nd}_@-]/u

interface Candidate {
  id: string
  /** It stands where only a customer's id does. */
  isCustomer?: boolean
}

export interface Candidates {
  /** In the order of the text: web addresses, then words, then what only its quotation marks tell. */
  ids: string[]
  /** Of these the ones that an address calls a customer's. */
  customers: ReadonlySet<string>
  /** How many there are beyond `MOST_CANDIDATES`. */
  more: number
}

/**
 * What may be an id in a text that somebody pasted: whatever holds a digit, `_`, `-` or `@`, what stands in quotation
 * marks and is no sentence, and what a web address leads to, decoded.
 */
export function candidateIds(text: string): Candidates {
  const ofAddresses: Candidate[] = []
  const rest = text.replaceAll(WEB_ADDRESS, (address) => {
    ofAddresses.push(...idsOfAddress(address.replaceAll(INVISIBLE, '').replace(AFTER_ADDRESS, '')))
    return '\n'
  })
  const words = rest.split(BETWEEN_WORDS).flatMap(idsOfWord)
  const quoted = [...rest.matchAll(QUOTED)]
    .map((match) => match.slice(1).find(Boolean)?.trim() ?? '')
    .filter(hasFewWords)
  const all: Candidate[] = [...ofAddresses, ...words, ...quoted.map((id) => ({ id }))].filter(({ id }) => canBeId(id))
  const ids = [...new Set(all.map(({ id }) => id))]
  return {
    ids: ids.slice(0, MOST_CANDIDATES),
    customers: new Set(all.filter(({ isCustomer }) => isCustomer).map(({ id }) => id)),
    more: Math.max(0, ids.length - MOST_CANDIDATES),
  }
}

function idsOfAddress(address: string): Candidate[] {
  if (!URL.canParse(address)) return []
  const { pathname, searchParams } = new URL(address)
  return idsOfPage(pathname) ?? likely([...pathname.split('/').map(decoded), ...searchParams.values()])
}

function idsOfWord(word: string): Candidate[] {
  if (word.length > LONGEST_WORD) return []
  const visible = word.replaceAll(INVISIBLE, '')
  return idsOfPage(visible) ?? likely(namedAndBare(visible))
}

function idsOfPage(path: string): Candidate[] | null {
  const [, place, segment] = PAGE.exec(path) ?? []
  if (place === undefined || segment === undefined) return null
  return [{ id: decoded(segment), isCustomer: place.startsWith('customers') }]
}

function namedAndBare(word: string): string[] {
  const bare = word.replaceAll(AROUND_WORDS, '')
  const [, named = ''] = NAMED.exec(bare) ?? []
  return [named, bare].flatMap((id) => [id.replace(GENITIVE, ''), id])
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const likely = (texts: readonly string[]): Candidate[] =>
  texts.filter((text) => LOOKS_LIKE_ID.test(text)).map((id) => ({ id }))

const canBeId = (text: string) => whyNotAskable(text) === null && /[\p{L}\p{N}]/u.test(text)
