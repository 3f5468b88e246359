import { queryOptions } from '@tanstack/react-query'
import type { ListTransactionsQuery } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { getJson } from '../http'
import { apiPath, ledgerPath } from '../paths'

/** One page of a customer's ledger. */
export const transactionPageQuery = (externalId: string, { page, pageSize, order }: ListTransactionsQuery) =>
  queryOptions({
    queryKey: ['transactions', externalId, { page, pageSize, order }],
    queryFn: ({ signal }) =>
      getJson<TransactionPageView>(
        `${apiPath(ledgerPath(externalId))}?page=${page}&pageSize=${pageSize}&order=${order}`,
        signal,
      ),
  })
