'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import type { ConsoleInput } from '@/contract/console/operations'
import { ledgerSearchParams, PAGE_SIZES, transactionSearchParam } from './search-params'

/** Page, page size and order, stored in the URL: each change is a history entry, so Back undoes it. */
export function useLedgerSearch() {
  const [search, setSearch] = useQueryStates(ledgerSearchParams, { history: 'push' })
  const [transactionId] = useQueryState('transaction', transactionSearchParam)
  return {
    search,
    /** The transaction that the URL names; null without one. */
    transactionId,
    showPage: (page: number) => void setSearch({ page }),
    setOrder: (order: ConsoleInput<'listTransactions'>['order']) => void setSearch({ order, page: 1 }),
    setPageSize: (wanted: number) =>
      void setSearch({ pageSize: PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0], page: 1 }),
  }
}
