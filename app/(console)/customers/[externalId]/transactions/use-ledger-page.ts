'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { TransactionPageView, TransactionView } from '@/lib/ledger/transaction'
import { expectedPosition, mismatchedPage, pagePosition, type PagePosition } from '@/lib/ledger/page-position'
import { sharedPool } from '@/lib/ledger/pool'
import { formatNumber } from '@/lib/money/amount'
import { operationQuery } from '@/lib/api'
import { isSignedLedger } from '@/components/money/signed-amount'
import type { LedgerSearch } from './use-ledger-search'

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
    /** The position of the requested page, as far as it is known. */
    target: isRead ? current.position : expectedPosition(current?.position ?? null, search),
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

/** Returns whether the amounts of a page are signed, the pool when all rows share one, and whether their unit is uncertain. */
export function factsOfRows(rows: readonly TransactionView[]) {
  const isUnitUncertain = rows.some((row) => row.isUnitUncertain === true)
  return { isSigned: isSignedLedger(rows), rowsPool: sharedPool(rows), isUnitUncertain }
}
