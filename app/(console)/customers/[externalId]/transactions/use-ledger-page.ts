import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { TransactionPageView } from '@/lib/ledger/transaction'
import { expectedPage, mismatchedPage, pagePosition, type PagePosition } from '@/lib/ledger/page-position'
import { formatNumber } from '@/lib/money/amount'
import { operationQuery } from '@/lib/api'
import type { LedgerSearch } from './search-params'

/** The position of the page shown, and the page number it really has when the response shows a different one. */
export type ShownPosition = PagePosition & { mismatchedPage: number | null }

/** A ledger page with its search and position. */
export interface ShownPage {
  response: TransactionPageView
  search: LedgerSearch
  position: ShownPosition
}

/**
 * Returns the previous page until the requested one arrives, also after a failure. Rows and position always belong to the
 * same page. Mount it once for each customer.
 */
export function useLedgerPage(externalId: string, search: LedgerSearch) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listTransactions', { externalId, ...search }))
  const [latest, setLatest] = useState<ShownPage | null>(null)
  const isNew = data !== undefined && data !== latest?.response
  const current = isNew ? { response: data, search, position: positionOf(data, search, latest) } : latest
  if (isNew) setLatest(current)
  // Updates the controls first: rows render in a deferred pass.
  const shown = useDeferredValue(current)
  const isRead = current !== null && isSame(current.search, search)
  const hasTurnFailed = shown !== null && !isRead && Boolean(error)
  return {
    /** Null before the first page. */
    shown,
    /** The requested page, and where the ledger ends as far as it is known. */
    target: isRead ? current.position : expectedPage(current?.position ?? null, search),
    /** True while a page other than the requested one is shown. */
    isTurning: shown !== null && !isSame(shown.search, search) && !hasTurnFailed,
    /** True when the requested page failed and another one is shown. */
    hasTurnFailed,
    error,
    isFetching,
    refetch,
  }
}

/** Returns what distinguishes a page from another one: "page 3", "page 1, oldest first", "50 rows per page". */
export function turnLabel(to: LedgerSearch, from: LedgerSearch): string {
  const parts = [
    to.page !== from.page && `page ${formatNumber(to.page)}`,
    to.order !== from.order && (to.order === 'desc' ? 'newest first' : 'oldest first'),
    to.pageSize !== from.pageSize && `${to.pageSize} rows per page`,
  ]
  return parts.filter(Boolean).join(', ')
}

const isSame = (one: LedgerSearch, other: LedgerSearch) =>
  one.page === other.page && one.pageSize === other.pageSize && one.order === other.order

function positionOf(response: TransactionPageView, search: LedgerSearch, earlier: ShownPage | null): ShownPosition {
  const mismatched = mismatchedPage(response, search.page, earlier)
  const inOrder = pagePosition(response, search, earlier?.position)
  // Rows of a different page get no numbers.
  return { ...inOrder, rows: mismatched === null ? inOrder.rows : null, mismatchedPage: mismatched }
}
