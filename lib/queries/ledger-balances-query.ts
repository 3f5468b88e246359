import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { ConsoleInput } from '@/contract/console/operations'
import { ledgerBalances } from '../domain/ledger/ledger-balances'
import { readOperation } from '../browser/operation'

type AskedPage = Omit<ConsoleInput<'listTransactions'>, 'externalId'>

/** The page of a ledger that its balances are read from. */
export const NEWEST_ROWS = { page: 1, pageSize: MAX_PAGE_SIZE, order: 'desc' } as const satisfies AskedPage

/** Whether a page shown is that one, so that it tells the balances by itself. */
export const isNewestRows = ({ page, pageSize, order }: AskedPage) =>
  page === NEWEST_ROWS.page && pageSize === NEWEST_ROWS.pageSize && order === NEWEST_ROWS.order

/** A customer's balances: small, where the rows they are told by are many. Forgotten with the ledger. */
export const ledgerBalancesQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['listTransactions', { externalId, ...NEWEST_ROWS }, 'balances'],
    queryFn: async ({ signal }) =>
      ledgerBalances(await readOperation('listTransactions', { externalId, ...NEWEST_ROWS }, signal)),
  })
