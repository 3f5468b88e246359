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
const folder = mkdtempSync(join(tmpdir(), 'read-'))
const file = join(folder, 'ids.txt')

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  settings().CONSOLE_ACCESS_KEY = 'bck_test'
})
afterAll(() => {
  settings().CONSOLE_ACCESS_KEY = undefined
  server.close()
  rmSync(folder, { recursive: true })
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

it('exits with 2 when it could not ask', async () => {
  writeFileSync(file, 'inv_1')
  expect(await run('read', file)).toBe(2)
  expect(await runConsoleCommand(['read', file, '--url', 'http://console.example.com'])).toBe(2)
  expect(printed.at(-1)).toMatch(/^error: Use an https address/)
})

it('names each ID that was not read, and exits with 1', async () => {
  writeFileSync(file, 'cus_1 cus_2')
  const counts = { read: 1, notFound: 1, otherKind: 0, failed: 0 }
  const done = { run: { id: 'read_1', kind: 'customer', state: 'done', total: 2, counts } }
  responses.set('POST /api/reads', [done])
  responses.set('GET /api/reads/read_1', [{ ...done, unread: [{ given: 'cus_2', why: 'Not found' }] }])
  expect(await run('read', file, '--kind', 'customer')).toBe(1)
  expect(vi.mocked(console.log)).toHaveBeenCalledWith('cus_2\tNot found')
})

it('reads an ID in quotes whole', async () => {
  writeFileSync(file, 'acme, globex\n"büro/köln 7"\n')
  const counts = { read: 3, notFound: 0, otherKind: 0, failed: 0 }
  const done = { run: { id: 'read_1', kind: 'customer', state: 'done', total: 3, counts }, unread: [] }
  responses.set('POST /api/reads', [done])
  responses.set('GET /api/reads/read_1', [done])
  expect(await run('read', file, '--kind', 'customer')).toBe(0)
  expect(received).toEqual({ kind: 'customer', ids: ['acme', 'globex', '"büro/köln 7"'] })
})
