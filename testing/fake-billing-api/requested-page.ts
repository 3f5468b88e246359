import type { RequestedPage } from './scenario'

/** The query parameter names that the API accepts. It rejects all others. */
export const QUERY_NAMES = { page: 'p', pageSize: 'per_page', order: 'sort' }
const KNOWN: readonly string[] = Object.values(QUERY_NAMES)

/**
 * Reads the requested page from a query.
 * @throws RangeError when a parameter name is unknown or a value is out of range
 */
export function requestedPage(query: URLSearchParams): RequestedPage {
  for (const name of query.keys()) if (!KNOWN.includes(name)) throw new RangeError(`${name} is not a parameter`)
  const page = Number(query.get(QUERY_NAMES.page) ?? '1')
  const pageSize = Number(query.get(QUERY_NAMES.pageSize) ?? '10')
  if (!(page >= 1) || !(pageSize >= 1 && pageSize <= 100)) throw new RangeError('Pages and their sizes count from 1')
  return { page, pageSize, order: query.get(QUERY_NAMES.order) ?? 'desc' }
}
