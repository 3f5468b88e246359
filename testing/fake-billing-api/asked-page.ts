import type { AskedPage } from './scenario'

/** The query names it takes; each base address has its own and takes no other. */
const QUERY_NAMES = {
  '': { page: 'p', pageSize: 'per_page', order: 'sort' },
  '/v2/minor': { page: 'page[number]', pageSize: 'page[size]', order: 'sort.direction' },
} as const

export type BasePath = keyof typeof QUERY_NAMES

/** The settings a console needs to speak with the fake billing API at this base address, besides it and the key. */
export function consoleSettings(base: BasePath): Record<string, string> {
  const { page, pageSize, order } = QUERY_NAMES[base]
  return {
    BILLING_API_PAGE_PARAM: page,
    BILLING_API_PAGE_SIZE_PARAM: pageSize,
    BILLING_API_ORDER_PARAM: order,
    BILLING_API_AMOUNT_UNIT: base === '/v2/minor' ? 'minor' : 'major',
    // It fails on purpose, and by the dozen.
    BILLING_API_BREAKER_CALLS: '1000000',
    BILLING_API_RETRY_PERCENT: '100',
  }
}

/**
 * The page that a query asks for.
 * @throws RangeError where a parameter has another name or is out of range
 */
export function askedPage(base: BasePath, query: URLSearchParams): AskedPage {
  const names = QUERY_NAMES[base]
  const known: readonly string[] = Object.values(names)
  for (const name of query.keys()) if (!known.includes(name)) throw new RangeError(`${name} is not a parameter`)
  const page = Number(query.get(names.page) ?? '1')
  const pageSize = Number(query.get(names.pageSize) ?? '10')
  if (!(page >= 1) || !(pageSize >= 1 && pageSize <= 100)) throw new RangeError('Pages and their sizes count from 1')
  return { page, pageSize, order: query.get(names.order) ?? 'desc' }
}
