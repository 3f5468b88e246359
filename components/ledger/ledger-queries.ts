import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import { readOperation, type InputOf } from '@/lib/api'
import { totalOf } from '@/lib/ledger/page-position'

type RequestedPage = Omit<InputOf<'listTransactions'>, 'externalId'>

/** The page of a ledger that a customer's balances and objects are read from. */
export const NEWEST_ROWS = { page: 1, pageSize: MAX_PAGE_SIZE, order: 'desc' } as const satisfies RequestedPage

/** The page of a ledger that its total is read from. */
export const FIRST_ROWS = { page: 1, pageSize: 20, order: 'desc' } as const satisfies RequestedPage

/** Returns the number of entries of a ledger, null when it is unknown, and the UTC instant of the response. */
export const ledgerTotal = (read: TransactionPageView) => ({ total: totalOf(read, 1), asOf: read.asOf })

/** The total of a ledger without its entries. The key is part of the ledger's. */
export const ledgerTotalQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['listTransactions', { externalId, ...FIRST_ROWS }, 'total'],
    queryFn: async ({ signal }) =>
      ledgerTotal(await readOperation('listTransactions', { externalId, ...FIRST_ROWS }, signal)),
  })
