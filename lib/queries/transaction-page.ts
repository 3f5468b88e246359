import { queryOptions } from '@tanstack/react-query'
import type { ListTransactionsQuery } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { getJson } from '../http'
import { apiPath, ledgerPath, ledgerSearch } from '../paths'

/** One page of a customer's ledger. */
export const transactionPageQuery = (externalId: string, search: ListTransactionsQuery) =>
  queryOptions({
    queryKey: ['transactions', externalId, ledgerSearch(search)],
    queryFn: ({ signal }) =>
      getJson<TransactionPageView>(`${apiPath(ledgerPath(externalId))}?${ledgerSearch(search)}`, signal),
  })
