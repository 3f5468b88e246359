import type { TransactionPageView } from './transaction'
import { formatCount, formatNumber } from '@/lib/money/amount'

/** The position of a page in its ledger, as far as the API's responses show it. Pages and rows count from 1. */
export interface PagePosition {
  page: number
  /** The requested number of rows. */
  pageSize: number
  /** The API's number of rows on a full page; null when unknown. */
  size: number | null
  /** Rows on the page. */
  rowCount: number
  /** First and last row on the page; null on a page without rows, and when the numbers are uncertain. */
  rows: { first: number; last: number } | null
  /** The number of rows of the ledger; null when it was not sent or is implausible. */
  total: number | null
  /** Null when unknown. */
  lastPage: number | null
  hasNext: boolean
}

/** The counts and rows of a response, which tell its position. */
export type CountedPage = Pick<TransactionPageView, 'count' | 'pages'> & { results: readonly unknown[] }

type RequestedPage = Pick<PagePosition, 'page' | 'pageSize'>

/** The counts of a response, as far as they are plausible. */
interface PageCounts extends RequestedPage {
  rowCount: number
  total: number | null
  pages: number | null
}

/**
 * Returns the position of a page. `count` may be absent, too small, or the rows on the page; `pages` may be absent or 0
 * (gaps.md, count and pages). Counts that the rows contradict are ignored, and a full page then has a next one.
 * @param earlier the position of another page of the same ledger, which may show the page size when this one does not
 */
export function pagePosition(
  response: CountedPage,
  { page, pageSize }: RequestedPage,
  earlier: PagePosition | null = null,
): PagePosition {
  const rowCount = response.results.length
  const [pages, total] = [pagesOf(response), totalOf(response, page)]
  const counts = { page, pageSize, rowCount, pages, total }
  const size = sizeOfPages(counts, earlier?.pageSize === pageSize ? earlier.size : null)
  const lastPage = lastPageOf(counts, size)
  const maybeMore = rowCount >= pageSize || (total !== null && rowCount > 0 && total > page * rowCount)
  const first = page === 1 ? 1 : size === null ? null : (page - 1) * size + 1
  return {
    page,
    pageSize,
    size,
    rowCount,
    rows: rowCount > 0 && first !== null ? { first, last: first + rowCount - 1 } : null,
    total,
    lastPage,
    hasNext: lastPage === null ? maybeMore : page < lastPage,
  }
}

/** True when entries may follow the first page. The count of a full page that is not above its rows may be that of the page. */
export const mayHaveNext = (
  { results, count, pages }: CountedPage,
  { pageSize }: Pick<RequestedPage, 'pageSize'>,
): boolean => results.length >= pageSize || (count ?? 0) > results.length || (pages ?? 1) > 1

const pagesOf = ({ pages }: CountedPage) => (pages !== null && pages >= 1 ? pages : null)

/** Returns a page's count of all rows of the ledger; null when it was not sent or is implausible. */
export function totalOf(response: CountedPage, page: number): number | null {
  const { count, results } = response
  return count !== null && isTotal(count, { page, rowCount: results.length, pages: pagesOf(response) }) ? count : null
}

/** True when the count is plausible as the total: enough for this page and those before it, and for the number of pages. */
function isTotal(count: number, { page, rowCount, pages }: Omit<PageCounts, 'total' | 'pageSize'>): boolean {
  if (count < page * rowCount) return false
  // Some APIs count nothing past the end.
  if (count === 0 && page > 1) return false
  // A count without pages may be that of the page, which may be smaller than requested; no size tells the two apart.
  if (pages === null) return count !== rowCount || (rowCount === 0 && page === 1)
  return pages <= pagesFor(count, Math.max(1, rowCount)) && (rowCount === 0 || page <= pages)
}

/**
 * Returns the API's page size, which may differ from the requested one: the size that fits this page, the total and the number
 * of pages. Without a total it is the requested size, if the page has exactly that many rows.
 * @param known the size that another page showed
 */
function sizeOfPages({ page, pageSize, rowCount, pages, total }: PageCounts, known: number | null): number | null {
  if (rowCount === 0) return known
  if (total === null) {
    if (known !== null) return rowCount <= known ? known : null
    return rowCount === pageSize ? pageSize : null
  }
  const isTrue = (size: number) =>
    Number.isInteger(size) &&
    Math.min(size, total - (page - 1) * size) === rowCount &&
    (pages === null || pages === pagesFor(total, size))
  // The size if this page is full, and if it is the last one. On later pages only the number of pages tells the two apart.
  const others = page === 1 || pages !== null ? [rowCount, (total - rowCount) / (page - 1)] : []
  return [...(known === null ? [] : [known]), pageSize, ...others].find(isTrue) ?? null
}

function lastPageOf({ page, pageSize, rowCount, pages, total }: PageCounts, size: number | null): number | null {
  const counted = total === 0 ? 1 : total !== null && size !== null ? pagesFor(total, size) : null
  const stated = pages ?? counted
  if (stated === null || rowCount === 0) return stated
  const contradicted = stated < page || (stated === page && rowCount >= pageSize && total === null)
  return contradicted ? null : stated
}

/** A page, and where its ledger ends. */
export type TargetPage = Pick<PagePosition, 'page' | 'pageSize' | 'lastPage' | 'hasNext'>

/** Returns the expected end of the ledger while a page is loading, based on an earlier page of the same ledger. */
export function expectedPage(earlier: PagePosition | null, { page, pageSize }: RequestedPage): TargetPage {
  const total = earlier?.total ?? null
  const sameSize = earlier?.pageSize === pageSize
  const size = sameSize ? earlier.size : earlier !== null && earlier.size === earlier.pageSize ? pageSize : null
  const counted = total !== null && size !== null ? pagesFor(total, size) : null
  const lastPage = counted ?? (sameSize ? earlier.lastPage : null)
  return { page, pageSize, lastPage, hasNext: lastPage !== null && page < lastPage }
}

/** Returns `41–60 of 3,214`, or `10 rows on this page, 45 in all` when the rows cannot be numbered. */
export function rowsInWords({ rowCount, rows, total }: PagePosition): string {
  if (rowCount === 0) return total === null ? 'No rows' : `No rows of ${formatNumber(total)}`
  if (!rows)
    return `${formatCount(rowCount, 'row')} on this page, ${total === null ? 'total not known' : `${formatNumber(total)} in all`}`
  const range =
    rows.first === rows.last ? formatNumber(rows.first) : `${formatNumber(rows.first)}–${formatNumber(rows.last)}`
  return total === null ? `${range}, total not known` : `${range} of ${formatNumber(total)}`
}

/** A ledger without rows still has its first page. */
const pagesFor = (count: number, pageSize: number) => Math.max(1, Math.ceil(count / pageSize))

type NumberedPage = Pick<TransactionPageView, 'results' | 'currentPage'>

/** The page shown before, and the page that its rows really belonged to, if another. */
interface EarlierPage {
  response: NumberedPage
  position: { page: number; mismatchedPage: number | null }
}

/**
 * Returns the page that the response holds instead of the requested one: it repeats the rows of the page before, or the API
 * numbers it differently, counted from 0 or from 1. An API that names the `page` parameter differently (gaps.md, Query
 * parameter names) always sends the first page. Null when there is no sign of another page.
 */
export function mismatchedPage(response: NumberedPage, page: number, earlier: EarlierPage | null): number | null {
  if (earlier?.position.page === page) return earlier.position.mismatchedPage
  if (earlier !== null && hasSameRows(response, earlier.response)) {
    const rowsOf = earlier.position.mismatchedPage ?? earlier.position.page
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

/** The numbers of entries before a UTC day, and on it. */
export interface DayPlace {
  before: number
  within: number
}

interface LedgerPages {
  /** The number of entries of the ledger, and of a page. */
  total: number
  size: number
  order: 'asc' | 'desc'
}

/** The page of a day. Pages count from 1. */
export interface DayPage {
  /** `day`: the first page with an entry of the day. `none`: that of the next entry after it, in the order shown. `beyond`: the last page. */
  kind: 'day' | 'none' | 'beyond'
  page: number
}

/** Returns the page on which a day starts, in the order shown. */
export function pageOfDay({ before, within }: DayPlace, { total, size, order }: LedgerPages): DayPage {
  const ahead = order === 'asc' ? before : Math.max(0, total - before - within)
  const kind = within > 0 ? 'day' : ahead >= total ? 'beyond' : 'none'
  return { kind, page: Math.floor(Math.max(0, Math.min(ahead, total - 1)) / size) + 1 }
}
