import { hasKnownPrefix, likelyIds } from './likely-ids'

/** A text that can be an ID, and whether it comes from the URL of a page. */
export interface Candidate {
  id: string
  /** True when the ID comes from the ID segment of a page's URL. */
  isOfPage?: boolean
  /** True when the ID comes from the customer segment of a page's URL. */
  isCustomer?: boolean
  /** How the text has it, when its characters were changed to make the ID. */
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
