import { describe, expect, it } from 'vitest'
import type { TransactionPageView, TransactionView } from '@/contract/console/transaction'
import { expectedPosition, pagePosition } from './page-position'

const ROW: TransactionView = {
  id: 'txn',
  merchantId: null,
  createdAt: null,
  updatedAt: null,
  type: null,
  amount: null,
  previousBalance: null,
  newBalance: null,
  allocationBlockId: null,
  billableId: null,
  eventId: null,
  operationId: null,
  billable: null,
  allocationBlock: null,
}

/** An answer of so many rows that says this of the whole ledger. */
const answer = (rows: number, count: number | null, pages: number | null): TransactionPageView => ({
  externalId: 'acme',
  results: Array.from({ length: rows }, () => ROW),
  count,
  pages,
  currentPage: 1,
  pageSize: 20,
  findings: { items: [], total: 0 },
  asOf: '2026-03-01T00:00:00.000Z',
})
const at = (page: number) => ({ page, pageSize: 20 })

describe('a page of a ledger whose API counts', () => {
  it('lies in the middle', () => {
    expect(pagePosition(answer(20, 3214, 161), at(3))).toEqual({
      page: 3,
      pageSize: 20,
      rows: { first: 41, last: 60 },
      total: 3214,
      lastPage: 161,
      hasNext: true,
    })
  })

  it('is the last, short or exactly full', () => {
    expect(pagePosition(answer(14, 3214, 161), at(161))).toMatchObject({ rows: { last: 3214 }, hasNext: false })
    expect(pagePosition(answer(20, 40, 2), at(2))).toMatchObject({ total: 40, lastPage: 2, hasNext: false })
  })

  it('lies past the end, and the last page is known', () => {
    expect(pagePosition(answer(0, 45, 3), at(9))).toMatchObject({ rows: null, total: 45, lastPage: 3, hasNext: false })
  })

  it('is the only page of an empty ledger', () => {
    expect(pagePosition(answer(0, 0, 1), at(1))).toMatchObject({ rows: null, total: 0, lastPage: 1, hasNext: false })
    expect(pagePosition(answer(0, 0, 0), at(1))).toMatchObject({ rows: null, total: 0, lastPage: 1, hasNext: false })
  })
})

describe('a page of a ledger whose API says little, or less than the truth', () => {
  it('has a next page while it is full, when nothing is said', () => {
    expect(pagePosition(answer(20, null, null), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(pagePosition(answer(7, null, null), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: false })
  })

  it('counts pages from the total when pages is 0', () => {
    expect(pagePosition(answer(20, 45, 0), at(1))).toMatchObject({ total: 45, lastPage: 3, hasNext: true })
  })

  it('does not take the rows on the page for the total', () => {
    expect(pagePosition(answer(20, 20, null), at(1))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(pagePosition(answer(20, 20, 5), at(1))).toMatchObject({ total: null, lastPage: 5, hasNext: true })
    expect(pagePosition(answer(20, 20, 1), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
  })

  it('does not believe a count that the rows exceed', () => {
    expect(pagePosition(answer(20, 30, 2), at(2))).toMatchObject({ total: null, lastPage: null, hasNext: true })
    expect(pagePosition(answer(5, 30, 2), at(3))).toMatchObject({ total: null, lastPage: null, hasNext: false })
  })
})

describe('a page with more rows than were asked for', () => {
  it('is counted in the size that the API has of its own', () => {
    expect(pagePosition(answer(50, 120, 3), at(1))).toMatchObject({ rows: { last: 50 }, total: 120, lastPage: 3 })
    expect(pagePosition(answer(50, 120, 3), at(2))).toMatchObject({ rows: { first: 51, last: 100 }, hasNext: true })
    expect(pagePosition(answer(50, 120, null), at(1))).toMatchObject({ total: 120, lastPage: 3, hasNext: true })
  })

  it('does not take its rows for the total', () => {
    expect(pagePosition(answer(50, 50, 3), at(1))).toMatchObject({ total: null, lastPage: 3, hasNext: true })
    expect(pagePosition(answer(50, 50, null), at(1))).toMatchObject({ total: null, lastPage: null, hasNext: true })
  })
})

describe('a page on its way', () => {
  const earlier = pagePosition(answer(20, 45, 3), at(1))

  it('is expected with the rows that are left', () => {
    expect(expectedPosition(earlier, at(3))).toMatchObject({
      rows: { first: 41, last: 45 },
      lastPage: 3,
      hasNext: false,
    })
  })

  it('counts pages anew when their size changes', () => {
    expect(expectedPosition(earlier, { page: 1, pageSize: 50 })).toMatchObject({ rows: { last: 45 }, lastPage: 1 })
  })

  it('is expected full when nothing is known', () => {
    expect(expectedPosition(null, at(2))).toEqual({
      page: 2,
      pageSize: 20,
      rows: { first: 21, last: 40 },
      total: null,
      lastPage: null,
      hasNext: false,
    })
  })
})
