'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { otherPage } from '@/lib/domain/ledger/other-page'
import { expectedPosition, type PagePosition, pagePosition } from '@/lib/domain/ledger/page-position'
import { operationQuery } from '@/lib/queries/operation-query'

export type LedgerSearch = Pick<ConsoleInput<'listTransactions'>, 'page' | 'pageSize' | 'order'>

/** The position of the page shown, and the page number it really has when the response shows a different one. */
export type ShownPosition = PagePosition & { otherPage: number | null }

/** A page of the ledger with all that changes together with its rows. */
export interface ShownPage {
  response: TransactionPageView
  search: LedgerSearch
  position: ShownPosition
}

/**
 * Reads the requested page. The page before stays until the new one has arrived, and when that fails; both never mix.
 * Use it with one customer only.
 */
export function useLedgerPage(externalId: string, search: LedgerSearch) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listTransactions', { externalId, ...search }))
  const [latest, setLatest] = useState<ShownPage | null>(null)
  const isNew = data !== undefined && data !== latest?.response
  const current = isNew ? { response: data, search, position: positionOf(data, search, latest) } : latest
  if (isNew) setLatest(current)
  // A press shows at once; new rows render after that.
  const shown = useDeferredValue(current)
  const isRequested = shown !== null && isSame(shown.search, search)
  return {
    /** Null before the first page. */
    shown,
    /** The position of the requested page, as far as it is known. */
    target: isRequested ? shown.position : expectedPosition(current?.position ?? null, search),
    /** True while another page than the requested one is shown. */
    isTurning: shown !== null && !isRequested && !error,
    /** True when the requested page failed and another one is shown. */
    hasTurnFailed: shown !== null && !isRequested && Boolean(error),
    error,
    isFetching,
    refetch,
  }
}

const isSame = (one: LedgerSearch, other: LedgerSearch) =>
  one.page === other.page && one.pageSize === other.pageSize && one.order === other.order

function positionOf(response: TransactionPageView, search: LedgerSearch, earlier: ShownPage | null): ShownPosition {
  const other = otherPage(response, search.page, earlier)
  const inOrder = pagePosition(response, search, earlier?.position)
  // Rows of a different page get no numbers.
  return { ...inOrder, rows: other === null ? inOrder.rows : null, otherPage: other }
}
