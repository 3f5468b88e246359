import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { ConsoleInput } from '@/contract/console/operations'
import { ledgerBalances } from '../domain/ledger/ledger-balances'
import { readOperation } from '../browser/operation'

type RequestedPage = Omit<ConsoleInput<'listTransactions'>, 'externalId'>

/** The page of a ledger that its balances are read from. */
export const NEWEST_ROWS = { page: 1, pageSize: MAX_PAGE_SIZE, order: 'desc' } as const satisfies RequestedPage

/** True when the page shown is the one that the balances are read from. */
export const isNewestRows = ({ page, pageSize, order }: RequestedPage) =>
  page === NEWEST_ROWS.page && pageSize === NEWEST_ROWS.pageSize && order === NEWEST_ROWS.order

/** A customer's balances, without the many entries they are computed from. The key is part of the ledger's. */
export const ledgerBalancesQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['listTransactions', { externalId, ...NEWEST_ROWS }, 'balances'],
    queryFn: async ({ signal }) =>
      ledgerBalances(await readOperation('listTransactions', { externalId, ...NEWEST_ROWS }, signal)),
  })
