import type { TransactionPageView } from '@/contract/console/transaction'

/** Where a page lies in its ledger, as far as the API's answers let us know. Pages and rows count from 1. */
export interface PagePosition {
  page: number
  pageSize: number
  /** First and last row on the page; null on a page without rows. */
  rows: { first: number; last: number } | null
  /** All rows of the ledger; null where it was not sent or cannot be true. */
  total: number | null
  /** Null where nobody knows. */
  lastPage: number | null
  hasNext: boolean
}

type Asked = Pick<PagePosition, 'page' | 'pageSize'>

/**
 * The position of an answered page. `count` may be absent, or be the rows on the page or otherwise too small; `pages` may be
 * absent or 0 (gaps.md, count and pages): what the rows contradict is not believed, and then a full page has a next one.
 */
export function pagePosition(answer: TransactionPageView, { page, pageSize }: Asked): PagePosition {
  const rowCount = answer.results.length
  // More rows than were asked for: the API has a page size of its own, and its `pages` are of that size.
  const size = Math.max(pageSize, rowCount)
  const seen = rowCount > 0 ? (page - 1) * size + rowCount : 0
  const isFull = rowCount >= pageSize
  const pages = answer.pages !== null && answer.pages >= 1 ? answer.pages : null
  const total = answer.count !== null && isTotal(answer.count) ? answer.count : null

  function isTotal(count: number): boolean {
    if (count < seen) return false
    return pages === null ? !(isFull && count === rowCount) : pages <= pagesFor(count, size)
  }

  const stated = pages ?? (total === null ? null : pagesFor(total, size))
  const contradicted =
    stated !== null && rowCount > 0 && (stated < page || (stated === page && isFull && total === null))
  const lastPage = contradicted ? null : stated
  return {
    page,
    pageSize,
    rows: rowCount > 0 ? { first: seen - rowCount + 1, last: seen } : null,
    total,
    lastPage,
    hasNext: lastPage === null ? isFull : page < lastPage,
  }
}

/** The position of a page that is on its way, by what an earlier page of the same ledger said. */
export function expectedPosition(earlier: PagePosition | null, { page, pageSize }: Asked): PagePosition {
  const total = earlier?.total ?? null
  const sameSize = earlier?.pageSize === pageSize
  const lastPage = total !== null ? pagesFor(total, pageSize) : sameSize ? (earlier?.lastPage ?? null) : null
  const first = (page - 1) * pageSize + 1
  const last = total === null ? page * pageSize : Math.min(page * pageSize, total)
  return {
    page,
    pageSize,
    rows: last >= first ? { first, last } : null,
    total,
    lastPage,
    hasNext: lastPage !== null && page < lastPage,
  }
}

/** A ledger without rows still has its first page. */
const pagesFor = (count: number, pageSize: number) => Math.max(1, Math.ceil(count / pageSize))
