import type { TransactionPageView } from '@/contract/console/transaction'
import { formatCount, formatNumber } from '../../format/amount'

/** Where a page lies in its ledger, as far as the API's answers let us know. Pages and rows count from 1. */
export interface PagePosition {
  page: number
  /** Rows that were asked for. */
  pageSize: number
  /** Rows that the API gives on a page that is full; null where that is not known. */
  size: number | null
  /** Rows on the page. */
  rowCount: number
  /** First and last row on the page; null on a page without rows, and where they cannot be numbered with trust. */
  rows: { first: number; last: number } | null
  /** All rows of the ledger; null where it was not sent or cannot be true. */
  total: number | null
  /** Null where nobody knows. */
  lastPage: number | null
  hasNext: boolean
}

type Asked = Pick<PagePosition, 'page' | 'pageSize'>

/** What an answer says of its ledger, as far as it can be true. */
interface ChangeReference extends Asked {
  rowCount: number
  total: number | null
  pages: number | null
}

/**
 * The position of an answered page. `count` may be absent, or be the rows on the page or otherwise too small; `pages` may be
 * absent or 0 (gaps.md, count and pages): what the rows contradict is not believed, and then a full page has a next one.
 * `earlier` is the position of another page of the same ledger: it may tell the size of pages where this one does not.
 */
export function pagePosition(
  response: TransactionPageView,
  { page, pageSize }: Asked,
  earlier: PagePosition | null = null,
): PagePosition {
  const rowCount = response.results.length
  const pages = response.pages !== null && response.pages >= 1 ? response.pages : null
  const total = response.count !== null && isTotal(response.count, { page, rowCount, pages }) ? response.count : null
  const told = { page, pageSize, rowCount, pages, total }
  const size = sizeOfPages(told, earlier?.pageSize === pageSize ? earlier.size : null)
  const lastPage = lastPageOf(told, size)
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

/** The pages before have at least as many rows as this one, and there are no more pages than rows to fill them. */
function isTotal(count: number, { page, rowCount, pages }: Omit<ChangeReference, 'total' | 'pageSize'>): boolean {
  if (count < page * rowCount) return false
  // A count without pages may be that of the page, which an API may make smaller than asked for: no size tells them apart.
  if (pages === null) return count !== rowCount || (rowCount === 0 && page === 1)
  return pages <= pagesFor(count, Math.max(1, rowCount)) && (rowCount === 0 || page <= pages)
}

/**
 * An API may cap its pages, or have a size of its own. Its size is the one that makes this page, the total and the number
 * of pages true at once; without a total it is what was asked for, where the page has exactly that. `known` is the size
 * that another page told.
 */
function sizeOfPages({ page, pageSize, rowCount, pages, total }: ChangeReference, known: number | null): number | null {
  if (rowCount === 0) return known
  if (total === null) {
    if (known !== null) return rowCount <= known ? known : null
    return rowCount === pageSize ? pageSize : null
  }
  const isTrue = (size: number) =>
    Number.isInteger(size) &&
    Math.min(size, total - (page - 1) * size) === rowCount &&
    (pages === null || pages === pagesFor(total, size))
  // Sizes as of a full page and as of the last one. On later pages only the number of pages tells the two apart.
  const others = page === 1 || pages !== null ? [rowCount, (total - rowCount) / (page - 1)] : []
  return [...(known === null ? [] : [known]), pageSize, ...others].find(isTrue) ?? null
}

function lastPageOf({ page, pageSize, rowCount, pages, total }: ChangeReference, size: number | null): number | null {
  const counted = total === 0 ? 1 : total !== null && size !== null ? pagesFor(total, size) : null
  const stated = pages ?? counted
  if (stated === null || rowCount === 0) return stated
  const contradicted = stated < page || (stated === page && rowCount >= pageSize && total === null)
  return contradicted ? null : stated
}

/**
 * The position of a page that is on its way, by what an earlier page of the same ledger said. Where that does not tell how
 * many rows a page has, its rows are not numbered, and `rowCount` is a guess.
 */
export function expectedPosition(earlier: PagePosition | null, { page, pageSize }: Asked): PagePosition {
  const total = earlier?.total ?? null
  const sameSize = earlier?.pageSize === pageSize
  const size = sameSize ? earlier.size : earlier !== null && earlier.size === earlier.pageSize ? pageSize : null
  const counted = total !== null && size !== null ? pagesFor(total, size) : null
  const lastPage = counted ?? (sameSize ? earlier.lastPage : null)
  const first = size === null ? null : (page - 1) * size + 1
  const last = size === null ? null : Math.min(page * size, total ?? Infinity)
  const rows = first !== null && last !== null && last >= first ? { first, last } : null
  return {
    page,
    pageSize,
    size,
    rowCount: rows ? rows.last - rows.first + 1 : pageSize,
    rows,
    total,
    lastPage,
    hasNext: lastPage !== null && page < lastPage,
  }
}

/** `41–60 of 3,214`; where the rows cannot be numbered how many there are: `10 rows on this page, 45 in all`. */
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
