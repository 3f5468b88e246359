'use client'

import { useState } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { expectedPosition, type PagePosition, pagePosition } from '@/lib/domain/page-position'

/** The position of the page shown; while it is on its way, what the page before it lets us expect. */
export function usePagePosition(
  response: TransactionPageView | undefined,
  search: Pick<ConsoleInput<'listTransactions'>, 'page' | 'pageSize'>,
): PagePosition {
  const [earlier, setEarlier] = useState<{ response: TransactionPageView; position: PagePosition } | null>(null)
  if (!response) return expectedPosition(earlier?.position ?? null, search)
  if (response === earlier?.response) return earlier.position
  const position = pagePosition(response, search, earlier?.position)
  setEarlier({ response, position })
  return position
}
