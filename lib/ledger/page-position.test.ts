import { describe, expect, it } from 'vitest'
import type { TransactionPageView } from './transaction'
import { bareTransaction } from '@/testing/console/bare-views'
import { expectedPage, type PagePosition, pagePosition, rowsInWords } from './page-position'

const ROW = bareTransaction({ id: 'txn' })

/** Returns a response with so many rows and these counts of the ledger. */
const response = (rows: number, count: number | null, pages: number | null): TransactionPageView => ({
  externalId: 'acme',
  results: Array.from({ length: rows }, () => ROW),
  customers: [],
  count,
  pages,
  currentPage: 1,
  pageSize: 20,
  drift: { items: [], total: 0 },
  asOf: '2026-03-01T00:00:00.000Z',
})
const at = (page: number) => ({ page, pageSize: 20 })
const numbered = (
  rows: number,
  count: number | null,
  pages: number | null,
  page: number,
  earlier: PagePosition | null = null,
) => rowsInWords(pagePosition(response(rows, count, pages), at(page), earlier))

describe('pagePosition with complete counts', () => {
  it('returns the position of a page in the middle', () => {
    expect(pagePosition(response(20, 3214, 161), at(3))).toEqual({
      page: 3,
      pageSize: 20,
      size: 20,
      rowCount: 20,
      rows: { first: 41, last: 60 },
      total: 3214,
      lastPage: 161,
      hasNext: true,
    })
  })

  it('recognizes the last page, short or full', () => {
    expect(pagePosition(response(14, 3214, 161), at(161))).toMatchObject({ rows: { last: 3214 }, hasNext: false })
    expect(pagePosition(response(20, 40, 2), at(2))).toMatchObject({ total: 40, lastPage: 2, hasNext: false })
  })

  it('returns the last page for a page past the end', () => {
    expect(pagePosition(response(0, 45, 3), at(9))).toMatchObject({
      rows: null,
      total: 45,
      lastPage: 3,
      hasNext: false,
    })
  })

  it('returns one page for an empty ledger', () => {
    expect(pagePosition(response(0, 0, 1), at(1))).toMatchObject({ rows: null, total: 0, lastPage: 1, hasNext: false })
    expect(pagePosition(response(0, 0, 0), at(1))).toMatchObject({ rows: null, total: 0, lastPage: 1, hasNext: false })
  })
})

describe('pagePosition with missing or wrong counts', () => {
  it('expects a next page after a full page without counts', () => {
    expect(pagePosition(response(20, null, null), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(pagePosition(response(7, null, null), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: false })
  })

  it('counts pages from the total when pages is 0', () => {
    expect(pagePosition(response(20, 45, 0), at(1))).toMatchObject({ total: 45, lastPage: 3, hasNext: true })
  })

  it('does not use the rows on the page as the total', () => {
    expect(pagePosition(response(20, 20, null), at(1))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(numbered(10, 10, null, 1)).toBe('1–10, total not known')
    expect(numbered(1, 1, 0, 1)).toBe('1, total not known')
    expect(numbered(1, 1, 1, 1)).toBe('1 of 1')
    expect(pagePosition(response(20, 20, 5), at(1))).toMatchObject({ total: null, lastPage: 5, hasNext: true })
    expect(pagePosition(response(20, 20, 1), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
  })

  it('ignores a count that the rows exceed', () => {
    expect(pagePosition(response(20, 30, 2), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(pagePosition(response(5, 30, 2), at(3))).toMatchObject({ total: null, lastPage: null, hasNext: false })
  })
})

describe('pagePosition of a page with more rows than requested', () => {
  it('uses the page size of the API', () => {
    expect(pagePosition(response(50, 120, 3), at(1))).toMatchObject({ rows: { last: 50 }, total: 120, lastPage: 3 })
    expect(pagePosition(response(50, 120, 3), at(2))).toMatchObject({ rows: { first: 51, last: 100 }, hasNext: true })
    expect(pagePosition(response(50, 120, null), at(1))).toMatchObject({ total: 120, lastPage: 3, hasNext: true })
  })

  it('does not use its rows as the total', () => {
    expect(pagePosition(response(50, 50, 3), at(1))).toMatchObject({ total: null, lastPage: 3, hasNext: true })
    expect(pagePosition(response(50, 50, null), at(1))).toMatchObject({ total: null, lastPage: null, hasNext: true })
  })
})

/** The server caps pages at 10 rows, on a ledger of 45. */
describe('pagePosition of a page with fewer rows than requested', () => {
  it('uses the page size that count and pages imply', () => {
    expect([1, 2, 4].map((page) => numbered(10, 45, 5, page))).toEqual(['1–10 of 45', '11–20 of 45', '31–40 of 45'])
    expect(numbered(5, 45, 5, 5)).toBe('41–45 of 45')
    expect(pagePosition(response(10, 45, 5), at(2))).toMatchObject({ size: 10, lastPage: 5, hasNext: true })
    // The last page, shorter than the others.
    expect(numbered(10, 25, 2, 2)).toBe('16–25 of 25')
  })

  it('does not number the rows when the size of the pages before is unknown', () => {
    expect(numbered(10, 45, null, 2)).toBe('10 rows on this page, 45 in all')
    expect(numbered(10, null, null, 2)).toBe('10 rows on this page, total not known')
    expect(numbered(10, null, 5, 2)).toBe('10 rows on this page, total not known')
    expect(numbered(1, null, 5, 5)).toBe('1 row on this page, total not known')
    expect(numbered(10, 10, 5, 2)).toBe('10 rows on this page, total not known')
    expect(numbered(30, null, null, 2)).toBe('30 rows on this page, total not known')
    // The page lacks rows: 3,214 rows on 161 pages mean pages of 20.
    expect(numbered(19, 3214, 161, 3)).toBe('19 rows on this page, 3,214 in all')
  })

  it('expects a next page until the total is reached', () => {
    expect(pagePosition(response(10, 45, null), at(3))).toMatchObject({ rows: null, lastPage: null, hasNext: true })
    expect(pagePosition(response(10, 45, null), at(1))).toMatchObject({
      rows: { last: 10 },
      lastPage: 5,
      hasNext: true,
    })
  })

  it('numbers the first page from 1', () => {
    expect(numbered(10, null, null, 1)).toBe('1–10, total not known')
    expect(numbered(10, 45, null, 1)).toBe('1–10 of 45')
  })

  it('uses the page size that another page showed', () => {
    const capped = pagePosition(response(10, 45, null), at(1))
    expect(numbered(10, 45, null, 2, capped)).toBe('11–20 of 45')
    const full = pagePosition(response(20, null, null), at(1))
    expect(numbered(5, null, null, 3, full)).toBe('41–45, total not known')
    expect(numbered(25, null, null, 3, full)).toBe('25 rows on this page, total not known')
    expect(numbered(5, null, null, 3, { ...full, pageSize: 50 })).toBe('5 rows on this page, total not known')
  })

  it('recognizes the last page with the page size of the API', () => {
    expect(numbered(20, 120, 3, 3)).toBe('101–120 of 120')
    expect(numbered(30, 130, 3, 3)).toBe('101–130 of 130')
  })

  it('does not use the count of a page without rows as the total', () => {
    expect(pagePosition(response(0, 0, null), at(3))).toMatchObject({ total: null, lastPage: null, hasNext: false })
  })
})

describe('expectedPage', () => {
  const earlier = pagePosition(response(20, 45, 3), at(1))

  it('expects the same last page', () => {
    expect(expectedPage(earlier, at(2))).toEqual({ page: 2, pageSize: 20, lastPage: 3, hasNext: true })
    expect(expectedPage(earlier, at(3))).toMatchObject({ lastPage: 3, hasNext: false })
  })

  it('recounts the pages when the page size changes', () => {
    expect(expectedPage(earlier, { page: 1, pageSize: 50 })).toMatchObject({ lastPage: 1 })
  })

  it('uses the page size of the API, and expects no last page when it is unknown', () => {
    const capped = pagePosition(response(10, 45, 5), at(1))
    expect(expectedPage(capped, at(2))).toMatchObject({ lastPage: 5 })
    expect(expectedPage(capped, { page: 1, pageSize: 50 })).toMatchObject({ lastPage: null, hasNext: false })
    expect(expectedPage(null, at(2))).toMatchObject({ lastPage: null, hasNext: false })
  })
})
