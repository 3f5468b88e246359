import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { problemOfCode } from '@/lib/core/errors'
import { settings } from '@/lib/core/server/settings'
import { runConsoleCommand } from './run-console-command'

const NOT_FOUND = { ...problemOfCode('not_found'), detail: 'The billing API has no customer with this ID.' }
const NOTHING = {
  ledgers: [],
  customerIds: [],
  conflict: null,
  subscriptions: [],
  invoices: [],
  unread: [],
}
/** What the console responds to each method and path: a body, and its status unless it is 200. */
const responses = new Map<string, [body: object, status?: number]>()
/** The body of the last request. */
let received: unknown
const server = createServer(async (request, response) => {
  if (request.method === 'POST') received = await json(request)
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const [body, status = 200] = responses.get(`${request.method} ${pathname}`) ?? [problemOfCode('api_failed'), 502]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let url = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  settings().CONSOLE_ACCESS_KEY = 'bck_test'
})
afterAll(() => {
  settings().CONSOLE_ACCESS_KEY = undefined
  server.close()
})
const printed: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  printed.length = 0
  responses.clear()
})

const run = (...args: string[]) => runConsoleCommand([...args, '--url', url])
const explain = () => run('explain', 'acmee', '--from', '2026-01-01', '--to', '2026-01-31')

it('exits with 1 and says “not found” for a customer that the billing API does not know', async () => {
  responses.set('GET /api/customers/acmee', [NOTHING])
  responses.set('GET /api/customers/acmee/transactions', [NOT_FOUND, 404])
  responses.set('GET /api/customers/acmee/ledger/change', [{ isComplete: false, asOf: null, pools: [] }])
  responses.set('POST /api/customers/acmee/ledger', [NOT_FOUND, 404])
  expect(await run('get', 'customer', 'acmee')).toBe(1)
  expect(await explain()).toBe(1)
  const line = 'not found: The billing API has no customer with this ID.'
  expect(printed).toEqual([line, line])
})

it('names each ID that find does not know, and exits with 1', async () => {
  responses.set('POST /api/find', [{ hits: [], unanswered: [], indexed: [], similar: [] }])
  expect(await run('find', 'sub_1 and inv_2')).toBe(1)
  expect(printed).toEqual(['not found: sub_1\nnot found: inv_2'])
})

it('exits with 2 when it could not ask', async () => {
  expect(await run('get', 'customer', 'acme')).toBe(2)
  expect(await run('find', 'acme')).toBe(2)
  expect(await explain()).toBe(2)
  responses.set('POST /api/find', [
    { hits: [], unanswered: [{ kind: 'invoice', detail: 'The API did not respond.' }], indexed: [], similar: [] },
  ])
  expect(await run('find', 'acme')).toBe(2)
  expect(printed.at(-1)).toBe('error: Not everything could be searched: The API did not respond.')
})

it('reads an ID in quotes whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-'))
  const file = join(folder, 'customers.txt')
  writeFileSync(file, 'acme, globex\n"büro/köln 7"\n')
  const counts = { read: 3, notFound: 0, otherKind: 0, failed: 0 }
  const done = { run: { id: 'read_1', kind: 'customer', state: 'done', total: 3, counts }, unread: [] }
  responses.set('POST /api/reads', [done])
  responses.set('GET /api/reads/read_1', [done])
  expect(await run('read', file, '--kind', 'customer')).toBe(0)
  expect(received).toEqual({ kind: 'customer', ids: ['acme', 'globex', '"büro/köln 7"'] })
  rmSync(folder, { recursive: true })
})
