import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEnvironment } from '@/lib/environment'
import { testPort } from '@/testing/console/test-port'
import { problemOf } from '@/testing/console/problem-of'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const BODY = '{"id":"s1","status":"active"}'

/** The response to each id, byte for byte, before the connection ends. */
const RESPONSES: Record<string, string> = {
  'length-short': `${HEAD}content-length: 1000\r\n\r\n${BODY}`,
  'length-nothing': `${HEAD}content-length: 1000\r\n\r\n`,
  'chunk-cut': `${HEAD}transfer-encoding: chunked\r\n\r\n100\r\n${BODY}`,
  'chunks-without-end': `${HEAD}transfer-encoding: chunked\r\n\r\n1d\r\n${BODY}\r\n`,
  'chunk-of-no-size': `${HEAD}transfer-encoding: chunked\r\n\r\n1d\r\n${BODY}\r\nzz\r\n`,
  'not-found': 'HTTP/1.1 404 Not Found\r\ncontent-length: 1000\r\n\r\n{"message":"gone',
  silent: '',
}

const requested: string[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', (request) => {
    const id = /subscriptions\/([\w-]+)/.exec(request.toString())?.[1] ?? ''
    const again = requested.includes(id)
    requested.push(id)
    if (id === 'well-then' && again) socket.end(`${HEAD}content-length: ${BODY.length}\r\n\r\n${BODY}`)
    else if (id === 'reset')
      socket.write(RESPONSES['length-short'] ?? '', () => setTimeout(() => socket.resetAndDestroy(), 50))
    else socket.end(RESPONSES[id] ?? RESPONSES['length-short'] ?? '')
  })
})

beforeAll(async () => {
  Object.assign(process.env, {
    BILLING_API_BASE_URL: `http://127.0.0.1:${await testPort(server)}`,
    BILLING_API_KEY: 'sk_broken_off_test',
    BILLING_API_RETRY_PERCENT: '100',
    BILLING_API_READ_ATTEMPTS: '2',
  })
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const read = (id: string) =>
  getEnvironment().billing.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test' })

test.each(['length-short', 'length-nothing', 'chunk-cut', 'chunks-without-end', 'chunk-of-no-size', 'reset'])(
  'retries a response that breaks off (%s), then reports response_broke_off',
  async (id) => {
    expect(await problemOf(read(id))).toMatchObject({ code: 'response_broke_off', status: 502 })
    expect(requested.filter((each) => each === id)).toHaveLength(2)
  },
)

test('returns the second response when the first breaks off', async () => {
  expect(await read('well-then')).toMatchObject({ status: 200, text: BODY })
})

test('reports not_found for a 404 whose body breaks off', async () => {
  expect(await problemOf(read('not-found'))).toMatchObject({ code: 'not_found', upstreamStatus: 404 })
})

test('reports the API as unreachable when there is no response at all', async () => {
  expect(await problemOf(read('silent'))).toMatchObject({ code: 'unreachable' })
})
