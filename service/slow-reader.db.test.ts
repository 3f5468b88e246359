import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { RESPONSE_BOUNDS, type ResponseBounds } from './bound-response'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'

/** More than the socket buffers of the system can take. */
const RESPONSE_BYTES = 12 * 1024 * 1024
const MINUTE_MS = 60_000
const LARGE_INVOICE = 'inv_acme_12'

const responseBounds: ResponseBounds = { ...RESPONSE_BOUNDS }
let logged: { msg: string }[] = []
let service: ExampleService
let socket: Socket
beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  service = await startExampleService({ log, responseBounds })
  const { store, merchantId } = service
  // Builds the invoice in the database, because an import of 12 MB takes seconds.
  await store.db.$client.query(
    `update invoices set document = regexp_replace(document::text, '"description":', $3)::json
     where merchant_id = $1 and id = $2`,
    [merchantId, LARGE_INVOICE, `"note":"${'x'.repeat(RESPONSE_BYTES)}","description":`],
  )
})
afterAll(() => service.close())

beforeEach(() => {
  logged = []
  socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
})
afterEach(() => void socket.destroy())

/** Requests the large invoice `times` times on one connection, and reads nothing yet. */
function ask(bounds: Partial<ResponseBounds>, { times = 1 } = {}): void {
  Object.assign(responseBounds, RESPONSE_BOUNDS, bounds)
  const head = `GET /external/invoices/${LARGE_INVOICE}/with-line-items HTTP/1.1\r\nhost: billing\r\nx-api-key: ${service.secretKey}`
  socket.write(`${head}\r\n\r\n`.repeat(times))
}

const lines = (message: string) => logged.filter(({ msg }) => msg === message)
const cutOff = () => vi.waitFor(() => expect(lines('response not read to its end')).toHaveLength(1), 20_000)

/** Reads at most 256 KiB every `ms` until the response is complete or the connection ends. @returns bytes */
async function readEvery(ms: number): Promise<number> {
  let bytes = 0
  while (!socket.closed && bytes < RESPONSE_BYTES) {
    const chunk: unknown = socket.read(Math.min(socket.readableLength, 256 * 1024) || undefined)
    if (chunk instanceof Buffer) bytes += chunk.length
    await wait(ms)
  }
  return bytes
}

it('waits 30 seconds for a read, and 2 minutes for a whole response, by default', () => {
  expect(RESPONSE_BOUNDS).toEqual({ idleMs: 30_000, totalMs: 2 * MINUTE_MS, pendingBytes: 256 * 1024 * 1024 })
})

it('cuts off a response of which nothing is read', async () => {
  ask({ idleMs: 500, totalMs: MINUTE_MS })
  await cutOff()
  expect(await readEvery(0)).toBeLessThan(RESPONSE_BYTES)
})

it('cuts off a response that is read too slowly', async () => {
  ask({ idleMs: MINUTE_MS, totalMs: 300 })
  const read = readEvery(100)
  await cutOff()
  expect(await read).toBeLessThan(RESPONSE_BYTES)
})

it('sends the whole response to a slow but steady reader, beyond the idle limit', async () => {
  ask({ idleMs: 600, totalMs: MINUTE_MS })
  const startedAtMs = performance.now()
  expect(await readEvery(25)).toBeGreaterThanOrEqual(RESPONSE_BYTES)
  expect(performance.now() - startedAtMs).toBeGreaterThan(1_200)
  expect(lines('response not read to its end')).toEqual([])
})

it('refuses a long response only while unread responses fill the memory limit', async () => {
  ask({ idleMs: MINUTE_MS, totalMs: MINUTE_MS, pendingBytes: 1.5 * RESPONSE_BYTES })
  await vi.waitFor(() => expect(lines('request')).toHaveLength(1), 20_000)
  const url = `${service.url}/external/invoices/${LARGE_INVOICE}/with-line-items`
  const get = () => fetch(url, { headers: { 'x-api-key': service.secretKey } })
  const refused = await get()
  expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'overloaded' })])
  socket.destroy()
  await cutOff()
  for (let time = 0; time < 3; time++) expect((await (await get()).text()).length).toBeGreaterThan(RESPONSE_BYTES)
})

it('does not start pipelined requests behind an unread response', async () => {
  ask({ idleMs: 500, totalMs: MINUTE_MS }, { times: 20 })
  await cutOff()
  expect(lines('request')).toHaveLength(1)
})

it('closes a connection that pipelines more than 100 requests', async () => {
  ask({ idleMs: MINUTE_MS, totalMs: MINUTE_MS }, { times: 101 })
  await vi.waitFor(() => expect(socket.closed).toBe(true))
})
