'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import type { TransactionFilter } from '@/lib/domain/ledger/matches-filter'
import { explainSearchParam, filterSearchParams, rangeSearchParam } from './search-params'

/** The filters of a whole ledger; a missing one is undefined. */
export type LedgerFilter = TransactionFilter
export type FilterField = keyof typeof filterSearchParams

/** The filters, the range of the chart, and the change to explain; in the URL, each change is a history entry. */
export function useLedgerFilter() {
  const [fields, setFields] = useQueryStates(filterSearchParams, { history: 'push' })
  const [range, setRange] = useQueryState('range', { ...rangeSearchParam, history: 'push' })
  const [explained, setExplained] = useQueryState('explain', { ...explainSearchParam, history: 'push' })
  const [from, to] = explained?.split('..') ?? []
  const filter: LedgerFilter = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return {
    /** As in the URL; null for a filter that is not set. */
    fields,
    /** Undefined when no filter is set. */
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    setFields: (changed: Partial<typeof fields>) => void setFields(changed),
    clear: () => void setFields(null),
    range,
    setRange: (wanted: string) => void setRange(wanted),
    days: from !== undefined && to !== undefined ? { from, to } : null,
    setDays: (days: { from: string; to: string } | null) => void setExplained(days && `${days.from}..${days.to}`),
  }
}

/** Returns the query of the page's URL that shows the entries of a filter. */
export const filterHref = (filter: LedgerFilter): string => `?${new URLSearchParams(filter)}`
