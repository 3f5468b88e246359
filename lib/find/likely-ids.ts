import { withoutNonIds } from './non-ids'
import { isOrdinaryWord } from './id-words'

const LOOKS_LIKE_ID = /[\p{Nd}_-]|[^@]@[^@]/u
const KNOWN_PREFIX = /^(?:sub|subscription|inv|invoice|cus|cust|customer|org|acct|account)[_-]/iu
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu
const FILE =
  /^(.+)\.(?:png|jpe?g|gif|svg|webp|heic|pdf|docx?|xlsx?|pptx?|csv|zip|eml|ics|txt|log|html?|css|js|ts|py|rb|go|java|php|cs|json|xml|ya?ml)(?::\d{1,7}){0,2}$/iu
const LOCALE = /^(?:en|de|fr|es|pt|it|nl|ja|zh|ko|pl|sv|da|nb|fi|cs|ru|tr)[-_][a-z]{2}$/iu
const TOP_LEVEL = String.raw`(?:com|net|org|io|co|dev|app|ai|eu|de|fr|es|pt|br|jp|uk|us|ch|at|it|nl|be|se|no|dk|pl|cz|cn|ca|au|mx|info|biz|cloud|example|test|local|internal)`
const HOST = new RegExp(
  String.raw`^(?:localhost|(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,6}${TOP_LEVEL})(?::\d{1,5})?(?:[/?#].*)?$`,
  'iu',
)
const NO_REPLY = /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?)\b[^@]*@/iu

/** True for an ID with a prefix of the billing API's objects: `sub_1`, `INV-1042`. */
export const hasKnownPrefix = (id: string) => KNOWN_PREFIX.test(id)

/** True for a host, with or without a path: `www.acme-corp.com/login`. */
export const isHost = (text: string) => HOST.test(text)

/**
 * Returns the texts that can be IDs. Leaves out ordinary words, names, hosts, files, and dates, times, numbers and phone
 * numbers. Of a file named after an ID (`INV-1042.pdf`), returns the ID.
 */
export const likelyIds = (texts: readonly string[]): string[] =>
  texts.map(withoutFileType).filter((text) => LOOKS_LIKE_ID.test(text) && !isOrdinary(text))

function withoutFileType(text: string): string {
  const [, stem] = FILE.exec(text) ?? []
  if (stem === undefined) return text
  return hasKnownPrefix(stem) || UUID.test(stem) ? stem : ''
}

const isOrdinary = (text: string) =>
  isOrdinaryWord(text) ||
  text.startsWith('@') ||
  LOCALE.test(text) ||
  NO_REPLY.test(text) ||
  isHost(text) ||
  withoutNonIds(text).trim() === ''

/** A text that can be an ID, and whether it comes from the URL of a page. */
export interface Candidate {
  id: string
  /** True when the ID comes from the ID segment of a page's URL. */
  isOfPage?: boolean
  /** True when the ID comes from the customer segment of a page's URL. */
  isCustomer?: boolean
  /** The spelling in the text, when characters were changed to make the ID. */
  written?: string
}

/** The path of a console page or of the billing API, on any host; its last segment is an ID. */
const PAGE = /\/(subscriptions|invoices|customers(?:\/external-id(?=\/[^/?#]+\/transactions))?)\/([^/?#]+)/
/** Names of URL parameters that hold an ID, in any of the usual spellings. */
const ID_PARAMETER =
  /(?:^|[_-])(?:id|ids|ref|number|no|q|query|search)$|customer|client|account|invoice|subscription|order/iu
/** A mail filter's link holds the link of the mail, which may hold one more. */
const MAX_NESTED = 2

/**
 * Returns the IDs in a URL of any system: the ID of a page's path; else the IDs of the URL that a parameter holds; else the
 * likely IDs of its path and of its parameters. Returns none for a text that is no URL.
 */
export function idsOfUrl(text: string, nested = 0): Candidate[] {
  if (!URL.canParse(text)) return []
  const { pathname, searchParams, hash } = new URL(text)
  const ofPage = idsOfPath(pathname) ?? idsOfPath(hash)
  if (ofPage) return ofPage
  const links = [...searchParams.values()].filter((value) => /^https?:\/\//iu.test(value))
  if (links.length > 0 && nested < MAX_NESTED) return links.flatMap((link) => idsOfUrl(link, nested + 1))
  const parameters = [...searchParams].filter(([name, value]) => ID_PARAMETER.test(name) || hasKnownPrefix(value))
  return likelyIds([...pathname.split('/').map(decoded), ...parameters.map(([, value]) => value)]).map((id) => ({ id }))
}

/** Returns the ID in the path of a page of the console or of the billing API; null for any other text. */
export function idsOfPath(path: string): Candidate[] | null {
  const [, place, segment] = PAGE.exec(path) ?? []
  if (place === undefined || segment === undefined) return null
  return [{ id: decoded(segment), isOfPage: true, isCustomer: place.startsWith('customers') }]
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
