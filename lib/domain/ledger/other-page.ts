import type { TransactionPageView } from '@/contract/console/transaction'

type NumberedPage = Pick<TransactionPageView, 'results' | 'currentPage'>

/** The page shown before, and the page that its rows really belonged to, if another. */
interface EarlierPage {
  response: NumberedPage
  position: { page: number; otherPage: number | null }
}

/**
 * Returns the page that the response holds instead of the requested one: it repeats the rows of the page before, or the API
 * numbers it differently, counted from 0 or from 1. An API that names the `page` parameter differently (gaps.md, Query
 * parameter names) always sends the first page. Null when there is no sign of another page.
 */
export function otherPage(response: NumberedPage, page: number, earlier: EarlierPage | null): number | null {
  if (earlier?.position.page === page) return earlier.position.otherPage
  if (earlier !== null && hasSameRows(response, earlier.response)) {
    const rowsOf = earlier.position.otherPage ?? earlier.position.page
    return rowsOf === page ? null : rowsOf
  }
  const { currentPage } = response
  // A number that stays the same while the rows change is not a page number; nor is 0 on a later page.
  const isTrue = currentPage >= 1 && currentPage !== earlier?.response.currentPage
  return isTrue && currentPage !== page && currentPage !== page - 1 ? currentPage : null
}

function hasSameRows({ results }: NumberedPage, { results: others }: NumberedPage): boolean {
  return (
    results.length > 0 &&
    results.length === others.length &&
    results.every(({ id }, index) => typeof id === 'string' && id === others[index]?.id)
  )
}
