import { expect, it } from 'vitest'
import type { TransactionPageView } from './transaction'
import { parseExactJson } from '@/contract/exact-json'
import { mismatchedPage } from './page-position'
import { transactionPageView } from '@/testing/console/whole-views'

/** Returns a page with these rows and, optionally, the API's page number. */
const response = (ids: number[], currentPage?: unknown, page = 2): TransactionPageView =>
  transactionPageView(
    parseExactJson(JSON.stringify({ results: ids.map((id) => ({ id: `tx_${id}` })), currentPage })),
    { externalId: 'acme', page, pageSize: 20 },
    { amountUnit: 'major', asOf: '2026-11-24T12:00:00.000Z' },
  )
const shown = (page: number, earlier: TransactionPageView, other: number | null = null) => ({
  response: earlier,
  position: { page, mismatchedPage: other },
})
const first = shown(1, response([1, 2], 1, 1))

it('mismatchedPage returns null when the API numbers the page as requested, from 0 or from 1, or not at all', () => {
  for (const currentPage of [2, '2', 1, undefined, 'many', 1.5, 0])
    for (const earlier of [null, first]) expect(mismatchedPage(response([3, 4], currentPage), 2, earlier)).toBeNull()
  expect(mismatchedPage(response([1, 2], 0, 1), 1, null)).toBeNull()
})

it('mismatchedPage returns the number of another page, unless the API numbers every page the same', () => {
  expect(mismatchedPage(response([1, 2], 1, 7), 7, null)).toBe(1)
  expect(mismatchedPage(response([9, 10], 5, 7), 7, first), 'the last page instead of one past the end').toBe(5)
  expect(mismatchedPage(response([13, 14], 1, 7), 7, first)).toBeNull()
})

it('mismatchedPage detects the rows of the page before, whatever its number', () => {
  for (const currentPage of [1, 2, undefined]) expect(mismatchedPage(response([1, 2], currentPage), 2, first)).toBe(1)
  const again = shown(2, response([1, 2]), 1)
  expect(mismatchedPage(response([1, 2], undefined, 3), 3, again)).toBe(1)
  expect(mismatchedPage(response([1, 2], undefined, 1), 1, again)).toBeNull()
})

it('mismatchedPage returns the same result when the page is read again', () => {
  expect(mismatchedPage(response([0, 1]), 2, shown(2, response([1, 2]), 1))).toBe(1)
  expect(mismatchedPage(response([3, 4], 1, 7), 7, shown(7, response([3, 4], 1, 7)))).toBeNull()
})

it('mismatchedPage returns null for rows without an id, other rows, or no rows', () => {
  const nameless = { ...response([1]), results: response([1]).results.map((row) => ({ ...row, id: undefined })) }
  expect(mismatchedPage(nameless, 2, shown(1, nameless))).toBeNull()
  expect(mismatchedPage(response([1]), 2, first)).toBeNull()
  expect(mismatchedPage(response([]), 2, shown(1, response([])))).toBeNull()
})
