import { expect, it } from 'vitest'
import type { TransactionPageView } from '@/contract/console/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { transactionPageView } from '../server/billing-api/tolerant/transaction-page-view'
import { otherPage } from './other-page'

/** A page with these rows, which the API calls so, if anything. */
const response = (ids: number[], currentPage?: unknown, page = 2): TransactionPageView =>
  transactionPageView(
    parseExactJson(JSON.stringify({ results: ids.map((id) => ({ id: `tx_${id}` })), currentPage })),
    { externalId: 'acme', page, pageSize: 20 },
    { amountUnit: 'major', asOf: '2026-11-24T12:00:00.000Z' },
  )
const first = { response: response([1, 2], 1, 1), rowsOf: 1 }

it('takes a page for the one asked for where the API calls it so, from 0 or from 1, or not at all', () => {
  for (const currentPage of [2, '2', 1, undefined, 'many', 1.5])
    expect(otherPage(response([3, 4], currentPage), 2, first)).toBeNull()
  expect(otherPage(response([1, 2], 0, 1), 1, null)).toBeNull()
})

it('tells a page that the API calls another', () => {
  expect(otherPage(response([1, 2], 1, 7), 7, null)).toBe(1)
})

it('tells the rows of the page before, whatever it is called, and goes on telling when it is read again', () => {
  for (const currentPage of [1, 2, undefined]) expect(otherPage(response([1, 2], currentPage), 2, first)).toBe(1)
  const again = { response: response([1, 2]), rowsOf: 1 }
  expect(otherPage(response([1, 2]), 2, again)).toBe(1)
  expect(otherPage(response([1, 2], undefined, 1), 1, again)).toBeNull()
})

it('tells nothing by rows without an id, by other rows, or by none', () => {
  const nameless = { ...response([1]), results: response([1]).results.map((row) => ({ ...row, id: null })) }
  expect(otherPage(nameless, 2, { response: nameless, rowsOf: 1 })).toBeNull()
  expect(otherPage(response([1]), 2, first)).toBeNull()
  expect(otherPage(response([]), 2, { response: response([]), rowsOf: 1 })).toBeNull()
})
