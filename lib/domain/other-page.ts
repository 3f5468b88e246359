import type { TransactionPageView } from '@/contract/console/transaction'

/** A page that was answered before, and the first one that came with its rows. */
export interface AnsweredPage {
  response: TransactionPageView
  rowsOf: number
}

/**
 * Which page a response holds instead of the one that was asked for, where something tells: it has the rows of the page before
 * it again, or the API calls it another, counted from 0 or from 1. An API may know `page` by another name (gaps.md, Query
 * parameter names), and then every page is the first. Null where nothing tells.
 */
export function otherPage(response: TransactionPageView, page: number, earlier: AnsweredPage | null): number | null {
  if (earlier !== null && earlier.rowsOf !== page && hasSameRows(response, earlier.response)) return earlier.rowsOf
  const { currentPage } = response
  return currentPage === page || currentPage === page - 1 ? null : currentPage
}

function hasSameRows({ results }: TransactionPageView, { results: others }: TransactionPageView): boolean {
  return (
    results.length > 0 &&
    results.length === others.length &&
    results.every(({ id }, index) => typeof id === 'string' && id === others[index]?.id)
  )
}
