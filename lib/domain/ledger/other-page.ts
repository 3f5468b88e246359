import type { TransactionPageView } from '@/contract/console/transaction'

/** The page that was shown before, and which one its rows were of instead, if of another. */
interface EarlierPage {
  response: TransactionPageView
  position: { page: number; otherPage: number | null }
}

/**
 * Which page a response holds instead of the one asked for, as far as something tells: it has the rows of the page before
 * again, or the API calls it another, counted from 0 or from 1. An API may know `page` by another name (gaps.md, Query
 * parameter names), and then every page is the first. Null where nothing tells.
 */
export function otherPage(response: TransactionPageView, page: number, earlier: EarlierPage | null): number | null {
  if (earlier?.position.page === page) return earlier.position.otherPage
  if (earlier !== null && hasSameRows(response, earlier.response)) {
    const rowsOf = earlier.position.otherPage ?? earlier.position.page
    return rowsOf === page ? null : rowsOf
  }
  const { currentPage } = response
  // One that stays the same while the rows change is no number of theirs, nor is 0 of a later page.
  const isTrue = currentPage >= 1 && currentPage !== earlier?.response.currentPage
  return isTrue && currentPage !== page && currentPage !== page - 1 ? currentPage : null
}

function hasSameRows({ results }: TransactionPageView, { results: others }: TransactionPageView): boolean {
  return (
    results.length > 0 &&
    results.length === others.length &&
    results.every(({ id }, index) => typeof id === 'string' && id === others[index]?.id)
  )
}
