import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find as findWith } from './find'
import { testPort } from '@/testing/console/test-port'
import { testContext } from '@/testing/console/test-context'

const find = (id: string) => findWith(testContext(), { id })

/** The responses of a billing API that knows only customers, by their id. */
const ledgers = new Map<string, object>()
const server = createServer(({ url = '' }, response) => {
  const [, id = ''] = /external-id\/([^/]+)\/transactions/.exec(url) ?? []
  const ledger = ledgers.get(decodeURIComponent(id))
  response.writeHead(ledger ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(ledger ?? {}))
})

beforeAll(async () => {
  Object.assign(process.env, {
    BILLING_API_BASE_URL: `http://127.0.0.1:${await testPort(server)}`,
    BILLING_API_KEY: 'sk_find_test_key',
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

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
  ledgers.set('acme', { results, count, pages, currentPage: 1 })
  const empty = label === 'No transactions' ? true : undefined
  expect((await find('acme')).hits).toMatchObject([{ kind: 'customer', id: 'acme', label, ...(empty && { empty }) }])
  expect((await find('acme')).hits[0]?.empty).toBe(empty)
})

test('offers both ids, with and without the spaces, when both exist', async () => {
  const one = { results: [{ id: 't' }], count: 1, pages: 1 }
  ledgers.set(' globex', one)
  expect((await find(' globex')).hits).toMatchObject([{ kind: 'customer', id: ' globex', label: '1 transaction' }])
  ledgers.set('globex', one)
  expect((await find(' globex')).hits.map(({ id }) => id)).toEqual(['globex', ' globex'])
  expect((await find('globex')).hits.map(({ id }) => id)).toEqual(['globex'])
})

test('offers an empty ledger once when the API has one for any id', async () => {
  for (const id of ['initech', 'initech ']) ledgers.set(id, { results: [], count: 0, pages: 1 })
  expect((await find('initech ')).hits).toEqual([
    { kind: 'customer', id: 'initech', label: 'No transactions', empty: true },
  ])
})
