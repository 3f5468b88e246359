'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import type { ConsoleInput } from '@/contract/console/operations'
import { ledgerSearchParams, PAGE_SIZES, poolSearchParam } from './search-params'

/** Page, page size, order and pool, stored in the URL: each change is a history entry, so Back undoes it. */
export function useLedgerSearch() {
  const [search, setSearch] = useQueryStates(ledgerSearchParams, { history: 'push' })
  const [pool, setPool] = useQueryState('pool', { ...poolSearchParam, history: 'push' })
  return {
    search,
    /** The only pool whose rows are shown; null for all. */
    pool,
    showPage: (page: number) => void setSearch({ page }),
    showPool: (key: string | null) => void setPool(key),
    setOrder: (order: ConsoleInput<'listTransactions'>['order']) => void setSearch({ order, page: 1 }),
    setPageSize: (wanted: number) =>
      void setSearch({ pageSize: PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0], page: 1 }),
  }
}
