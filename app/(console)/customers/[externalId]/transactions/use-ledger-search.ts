'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import type { InputOf } from '@/lib/api'
import { filterSearchParams, ledgerSearchParams, PAGE_SIZES, transactionSearchParam } from './search-params'

export type LedgerSearch = Pick<InputOf<'listTransactions'>, 'page' | 'pageSize' | 'order'>

/** Page, page size and order, stored in the URL: each change is a history entry, so Back undoes it. */
export function useLedgerSearch() {
  const [search, setSearch] = useQueryStates(ledgerSearchParams, { history: 'push' })
  const [transactionId] = useQueryState('transaction', transactionSearchParam)
  return {
    search,
    /** The transaction that the URL names; null without one. */
    transactionId,
    showPage: (page: number) => void setSearch({ page }),
    setOrder: (order: InputOf<'listTransactions'>['order']) => void setSearch({ order, page: 1 }),
    setPageSize: (wanted: number) =>
      void setSearch({ pageSize: PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0], page: 1 }),
  }
}

/** The filters of a whole ledger; a missing one is undefined. */
export type LedgerFilter = Omit<InputOf<'exportTransactions'>, 'externalId' | 'form'>
export type FilterField = keyof typeof filterSearchParams

/** The filters, in the URL: each change is a history entry. */
export function useLedgerFilter() {
  const [fields, setFields] = useQueryStates(filterSearchParams, { history: 'push' })
  const filter: LedgerFilter = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return {
    /** As in the URL; null for a filter that is not set. */
    fields,
    /** Undefined when no filter is set. */
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    setFields: (changed: Partial<typeof fields>) => void setFields(changed),
    clear: () => void setFields(null),
  }
}
