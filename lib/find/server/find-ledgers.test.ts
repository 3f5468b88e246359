import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { find as findWith } from './find'

const api = useFakeBillingApi()
const find = (id: string) => findWith.run(testContext(), { id })
const addLedger = (id: string, page: object) => api().add('customer', id, jsonResponse(page))

test.each([
  ['counts the ledger', 2, 312, 156, '312 transactions'],
  ['has one row and says so', 1, 1, 1, '1 transaction'],
  ['counts the page', 2, 2, null, 'Transactions'],
  ['counts the page, and pages by that', 2, 2, 1, 'Transactions'],
  ['counts the page and knows the pages', 2, 2, 156, 'Transactions'],
  ['ignores the size and counts the ledger', 20, 45, 3, '45 transactions'],
  ['ignores the size and counts the page', 20, 20, null, 'Transactions'],
  ['ignores the size, counts the page and knows the pages', 20, 20, 3, 'Transactions'],
  ['ignores the size, and counts page and pages by that', 20, 20, 1, 'Transactions'],
  ['ignores the size and says 1', 20, 1, 1, 'Transactions'],
  ['says nothing', 2, null, null, 'Transactions'],
  ['sends no row but counts some', 0, 7, 1, 'Transactions'],
  ['sends no row', 0, 0, 0, 'No transactions'],
])('reports only reliable facts about an API that %s', async (_, rows, count, pages, label) => {
  const results = Array.from({ length: rows }, (_row, index) => ({ id: `t${index}` }))
  addLedger('acme', { results, count, pages, currentPage: 1 })
  const empty = label === 'No transactions' ? true : undefined
  expect((await find('acme')).hits).toMatchObject([{ kind: 'customer', id: 'acme', label, ...(empty && { empty }) }])
  expect((await find('acme')).hits[0]?.empty).toBe(empty)
})

test('offers both ids, with and without the spaces, when both exist', async () => {
  const one = { results: [{ id: 't' }], count: 1, pages: 1 }
  addLedger(' globex', one)
  expect((await find(' globex')).hits).toMatchObject([{ kind: 'customer', id: ' globex', label: '1 transaction' }])
  addLedger('globex', one)
  expect((await find(' globex')).hits.map(({ id }) => id)).toEqual(['globex', ' globex'])
  expect((await find('globex')).hits.map(({ id }) => id)).toEqual(['globex'])
})

test('offers an empty ledger once when the API has one for any id', async () => {
  for (const id of ['initech', 'initech ']) addLedger(id, { results: [], count: 0, pages: 1 })
  expect((await find('initech ')).hits).toEqual([
    { kind: 'customer', id: 'initech', label: 'No transactions', empty: true },
  ])
})
