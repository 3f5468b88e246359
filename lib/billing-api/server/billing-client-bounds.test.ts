import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEnvironment } from '@/lib/environment'
import { ProblemError } from '@/lib/core/server/problem'
import { problemOf } from '@/testing/console/problem-of'

const MEBIBYTE = `"${'x'.repeat(1024 * 1024 - 3)}",`
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024
let bigWritten = 0
const held: (() => void)[] = []
let released = false
let onLeft: () => void = () => undefined

const listener: RequestListener = ({ url }, response) => {
  response.setHeader('content-type', 'application/json')
  if (url?.includes('/big/')) {
    const write = (left: number): void => {
      if (left === 0) response.end('""]')
      else response.write(MEBIBYTE, () => write(left - 1))
      bigWritten += 1
    }
    response.write('[')
    write(70)
    return
  }
  if (url?.includes('-gzip/') === true) {
    response.writeHead(url.includes('409') ? 409 : 200, { 'content-encoding': 'gzip' })
    return void response.end(gzipSync('{"id":"packed","message":"in words"}'))
  }
  if (url?.includes('/left/')) return void response.once('close', () => onLeft())
  held.push(() => response.end('{"id":"held"}'))
  // All permitted concurrent reads have arrived. From here on the server responds to every read.
  if (held.length === 32) released = true
  if (released) for (const release of held.splice(0)) release()
}
const server = createServer(listener)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  Object.assign(process.env, {
    BILLING_API_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    BILLING_API_KEY: 'sk_bounds_test',
    BILLING_API_MAX_RESPONSE_BYTES: String(MAX_RESPONSE_BYTES),
  })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const write = (id: string) =>
  getEnvironment().billing.write(
    { operation: 'cancelSubscription', params: { id } },
    { requestId: 'test', body: { reason: 'x' } },
  )
const read = (id: string, signal?: AbortSignal) =>
  getEnvironment().billing.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test', signal })

test('stops reading a response at the size limit, and does not retry', async () => {
  const problem = await problemOf(read('big'))
  expect(problem).toMatchObject({ code: 'unreadable_response', outcome: 'unknown' })
  expect(problem.detail).toContain('larger than 2 MiB')
  expect(problem.technicalDetail).toContain('BILLING_API_MAX_RESPONSE_BYTES')
  // The socket buffers on both sides hold some more. The server would send 70.
  expect(bigWritten).toBeLessThan(30)
})

test('reads a compressed response, also its raw text and the message of a refusal', async () => {
  expect((await read('packed-gzip')).json).toEqual({ id: 'packed', message: 'in words' })
  const target = { operation: 'getInvoice', params: { invoiceId: 'packed-gzip' } } as const
  const raw = await getEnvironment().billing.read(target, { requestId: 'test' })
  expect(raw.text).toBe('{"id":"packed","message":"in words"}')
  expect((await problemOf(read('refused-409-gzip'))).upstreamMessage).toBe('in words')
})

test('judges a write with a compressed response by its status alone, and omits its message', async () => {
  expect(await write('packed-gzip')).toEqual({ status: 200, kind: 'unreadable' })
  const refused = await problemOf(write('refused-409-gzip'))
  expect(refused).toMatchObject({ code: 'refused', upstreamStatus: 409 })
  expect(refused.upstreamMessage).toBeUndefined()
})

test.each(['isReconciling', 'isBeforeChange'])('judges no change by a compressed response (%s)', async (option) => {
  const target = { operation: 'getSubscription', params: { id: 'packed-gzip' } } as const
  const problem = await problemOf(getEnvironment().billing.read(target, { requestId: 'test', [option]: true }))
  expect(problem).toMatchObject({ code: 'unreadable_response', detail: expect.stringContaining('gzip') })
})

test('runs 32 reads, queues 32 and rejects further ones immediately', async () => {
  const reads = Array.from({ length: 74 }, () =>
    read('held').then(
      () => 'answered',
      (error: unknown) => (error instanceof ProblemError ? `${error.problem.code} ${released}` : 'failed'),
    ),
  )
  const outcomes = await Promise.all(reads)
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(64)
  expect(outcomes.filter((outcome) => outcome === 'overloaded false')).toHaveLength(10)
})

test('aborts the request to the API when the caller aborts', async () => {
  const ended = new Promise<void>((resolve) => (onLeft = resolve))
  const caller = new AbortController()
  const response = problemOf(read('left', caller.signal))
  setTimeout(() => caller.abort(), 50)
  expect((await response).code).toBe('timed_out')
  await ended
})
