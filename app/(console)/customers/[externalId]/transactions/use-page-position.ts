'use client'

import { useState } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { otherPage } from '@/lib/domain/ledger/other-page'
import { expectedPosition, type PagePosition, pagePosition } from '@/lib/domain/ledger/page-position'

/** The position of the page shown, and the page number it really has when the response shows a different one. */
export type ShownPosition = PagePosition & { otherPage: number | null }

/** Returns the position of the page shown; while it loads, the position expected from the page before. */
export function usePagePosition(
  response: TransactionPageView | undefined,
  search: Pick<ConsoleInput<'listTransactions'>, 'page' | 'pageSize'>,
): ShownPosition {
  const [earlier, setEarlier] = useState<{ response: TransactionPageView; position: ShownPosition } | null>(null)
  if (!response) return { ...expectedPosition(earlier?.position ?? null, search), otherPage: null }
  if (response === earlier?.response) return earlier.position
  const other = otherPage(response, search.page, earlier)
  const inOrder = pagePosition(response, search, earlier?.position)
  // Rows of a different page get no numbers.
  const position = { ...inOrder, rows: other === null ? inOrder.rows : null, otherPage: other }
  setEarlier({ response, position })
  return position
}
