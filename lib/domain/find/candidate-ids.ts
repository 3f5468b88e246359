import { MAX_ID_CHARS, whyNotAskable } from '@/contract/askable-id'
import { withoutNonIds } from './non-ids'
import { hasFewWords } from './one-id'

/** The most IDs of one text that the console looks up in the billing API. */
export const MAX_CANDIDATES = 25

/** The most characters of a word with marks around it. Longer words are skipped, which keeps the work linear. */
const LONGEST_WORD = 1024
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"“”«»`]{1,2048}/giu
const AFTER_ADDRESS = /[).,;:!?'’\]}]+$/u
/** The path of a console page or of the billing API, on any host; its last segment is an ID. */
const PAGE = /\/(subscriptions|invoices|customers(?:\/external-id(?=\/[^/?#]+\/transactions))?)\/([^/?#]+)/
const MARKS = ['""', "''", '“”', '‘’', '„“', '«»', '»«', '``']
const BETWEEN_MARKS = MARKS.map(
  (marks) => `${marks.charAt(0)}([^${marks}\\n]{1,${MAX_ID_CHARS}})${marks.charAt(1)}`,
).join('|')
/** The name of a field that holds a name, an address or text: a quotation after it is not an ID. */
const TEXT_FIELD = String.raw`(?<!(?:name|address|street|city|phone|notes?|description|message|subject|title|comment)["']?\s{0,4}:\s{0,4})`
/**
 * A quotation that starts and ends at a word boundary, which excludes apostrophes. A quotation before a colon is a field's
 * name, and before "<" a person's name in a mail header.
 */
const QUOTED = new RegExp(`${TEXT_FIELD}(?<![\\p{L}\\p{N}])(?:${BETWEEN_MARKS})(?![\\p{L}\\p{N}]|\\s*[:<])`, 'giu')
/** `"customer_id":` in JSON. */
const FIELD_NAME = /(["'])[\p{L}\p{N}_.-]{1,60}\1\s{0,4}:/gu
const BETWEEN_WORDS = /[\s,;|<>()[\]{}"“”„«»‹›→—`\p{Cc}]+/u
const AROUND_WORDS = /^[.:!?'‘’*#~…–—]+|[.:!?'‘’*#~/…–—]+$/gu
const GENITIVE = /['’]s$/u
/** Soft hyphens, zero-width spaces and direction marks. Text copied from web pages contains them invisibly. */
const INVISIBLE = /\p{Cf}+/gu
/** `subscription:sub_1`, `id=sub_1`. */
const NAMED = /^[\p{L}_-]{1,40}[:=](.+)$/u
const LOOKS_LIKE_ID = /[\p{Nd}_-]|[^@]@[^@]/u
/** `Anne-Marie`, `Smith-Jones`, `E-Mail-Adresse`. */
const NAME = /^\p{Lu}\p{Ll}*(?:-\p{Lu}\p{Ll}*)+$/u
/** `customer_id`, `created_at`: names of fields in logs and JSON. */
const FIELD =
  /_(?:id|ids|name|date|at|email|key|type|status|number|code|time|url|method|amount|currency|reason|country)$/iu
/** Parts that make a word with hyphens an ordinary one: `follow-up`, `pouvez-vous`. */
const ORDINARY_PARTS = new Set(
  'a able about all and by ce co day de down e elle être ex far full half if il ils in je la le les long mail moi multi new non nous of off old on one out part post pre pro re self semi short so t the time to two un up vous well'.split(
    ' ',
  ),
)
const KNOWN_PREFIX = /^(?:sub|subscription|inv|invoice|cus|cust|customer|org|acct|account)[_-]/iu
const HAS_DIGIT = /\p{Nd}/u
const HAS_LETTER = /\p{L}/u
const LONG_CHARS = 8

interface Candidate {
  id: string
  /** True when the ID comes from the ID segment of a page's URL. */
  isOfPage?: boolean
  /** True when the ID comes from the customer segment of a page's URL. */
  isCustomer?: boolean
}

export interface Candidates {
  /** Sorted by likelihood, then by order in the text. */
  ids: string[]
  /** The IDs that a URL marks as a customer's. */
  customers: ReadonlySet<string>
  /** The number of candidates beyond `MAX_CANDIDATES`. */
  more: number
}

/**
 * Returns the possible IDs in a text: words with a digit, `_` or `-`, email addresses, short quotations, and the decoded ID
 * segments of URLs. Excludes dates, times, amounts, numbers with separators, phone numbers and names.
 */
export function candidateIds(text: string): Candidates {
  const ofAddresses: Candidate[] = []
  const rest = text.replaceAll(WEB_ADDRESS, (address) => {
    ofAddresses.push(...idsOfAddress(address.replaceAll(INVISIBLE, '').replace(AFTER_ADDRESS, '')))
    return '\n'
  })
  const words = withoutNonIds(rest.replaceAll(FIELD_NAME, ' ')).split(BETWEEN_WORDS).flatMap(idsOfWord)
  const quoted = [...rest.matchAll(QUOTED)]
    .map((match) => match.slice(1).find(Boolean)?.trim() ?? '')
    .filter((quotation) => hasFewWords(quotation) && withoutNonIds(quotation) === quotation)
  const all: Candidate[] = [...ofAddresses, ...words, ...quoted.map((id) => ({ id }))].filter(({ id }) => canBeId(id))
  const places = new Set(all.filter(({ isOfPage }) => isOfPage).map(({ id }) => id))
  const ids = [...new Set(all.map(({ id }) => id))]
  const likelyFirst = ids.toSorted((a, b) => likelihood(b, places) - likelihood(a, places))
  return {
    ids: likelyFirst.slice(0, MAX_CANDIDATES),
    customers: new Set(all.filter(({ isCustomer }) => isCustomer).map(({ id }) => id)),
    more: Math.max(0, ids.length - MAX_CANDIDATES),
  }
}

/** Ranks how likely a candidate is an ID, 0 to 4. */
function likelihood(id: string, places: ReadonlySet<string>): number {
  if (places.has(id) || KNOWN_PREFIX.test(id)) return 4
  const isMixed = HAS_DIGIT.test(id) && HAS_LETTER.test(id)
  if (isMixed && id.length >= LONG_CHARS && !/[\s@:=]/u.test(id)) return 3
  if (isMixed && /[_-]/u.test(id)) return 2
  return /[_@-]/u.test(id) && !/[:=]/u.test(id) ? 1 : 0
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
  return [{ id: decoded(segment), isOfPage: true, isCustomer: place.startsWith('customers') }]
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
  texts.filter((text) => LOOKS_LIKE_ID.test(text) && !isOrdinary(text)).map((id) => ({ id }))

/** True for a name, a field's name, an ordinary word with a hyphen, and a date, time, number or phone number. */
function isOrdinary(text: string): boolean {
  if (!HAS_DIGIT.test(text)) {
    const parts = text.toLowerCase().split('-')
    return NAME.test(text) || FIELD.test(text) || (parts.length > 1 && parts.some((part) => ORDINARY_PARTS.has(part)))
  }
  return withoutNonIds(text).trim() === ''
}

const canBeId = (text: string) => whyNotAskable(text) === null && /[\p{L}\p{N}]/u.test(text)
