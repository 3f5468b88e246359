'use client'

import { useState } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { otherPage } from '@/lib/domain/ledger/other-page'
import { expectedPosition, type PagePosition, pagePosition } from '@/lib/domain/ledger/page-position'

/** Where the page shown lies, and which one it is instead, if something tells that it is another. */
export type ShownPosition = PagePosition & { otherPage: number | null }

/** The position of the page shown; while it is on its way, what the page before it lets us expect. */
export function usePagePosition(
  response: TransactionPageView | undefined,
  search: Pick<ConsoleInput<'listTransactions'>, 'page' | 'pageSize'>,
): ShownPosition {
  const [earlier, setEarlier] = useState<{ response: TransactionPageView; position: ShownPosition } | null>(null)
  if (!response) return { ...expectedPosition(earlier?.position ?? null, search), otherPage: null }
  if (response === earlier?.response) return earlier.position
  const other = otherPage(response, search.page, earlier)
  const inOrder = pagePosition(response, search, earlier?.position)
  // Rows of another page have no numbers here.
  const position = { ...inOrder, rows: other === null ? inOrder.rows : null, otherPage: other }
  setEarlier({ response, position })
  return position
}
