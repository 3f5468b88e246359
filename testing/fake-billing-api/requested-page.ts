import type { RequestedPage } from './scenario'

/** The query parameter names that the API accepts at each base path. It rejects all others. */
const QUERY_NAMES = {
  '': { page: 'p', pageSize: 'per_page', order: 'sort' },
  '/v2/minor': { page: 'page[number]', pageSize: 'page[size]', order: 'sort.direction' },
} as const

export type BasePath = keyof typeof QUERY_NAMES

/** Returns the console settings for the fake billing API at this base path, except the address and the key. */
export function consoleSettings(base: BasePath): Record<string, string> {
  const { page, pageSize, order } = QUERY_NAMES[base]
  return {
    BILLING_API_PAGE_PARAM: page,
    BILLING_API_PAGE_SIZE_PARAM: pageSize,
    BILLING_API_ORDER_PARAM: order,
    BILLING_API_AMOUNT_UNIT: base === '/v2/minor' ? 'minor' : 'major',
    // The fake API fails on purpose and often, so the circuit breaker must not open.
    BILLING_API_BREAKER_CALLS: '1000000',
    BILLING_API_RETRY_PERCENT: '100',
  }
}

/**
 * Reads the requested page from a query.
 * @throws RangeError when a parameter name is unknown or a value is out of range
 */
export function requestedPage(base: BasePath, query: URLSearchParams): RequestedPage {
  const names = QUERY_NAMES[base]
  const known: readonly string[] = Object.values(names)
  for (const name of query.keys()) if (!known.includes(name)) throw new RangeError(`${name} is not a parameter`)
  const page = Number(query.get(names.page) ?? '1')
  const pageSize = Number(query.get(names.pageSize) ?? '10')
  if (!(page >= 1) || !(pageSize >= 1 && pageSize <= 100)) throw new RangeError('Pages and their sizes count from 1')
  return { page, pageSize, order: query.get(names.order) ?? 'desc' }
}
