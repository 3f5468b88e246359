import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { testPort } from '@/testing/console/test-port'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'

const TARGET = { operation: 'cancelSubscription', params: { id: 'sub_1' } } as const
const CONNECT_MS = 200

/** How each server behaves on a connection. */
const SERVERS: Record<string, (socket: Socket) => void> = {
  silent: () => undefined,
  resetsOnData: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  closesOnData: (socket) => socket.once('data', () => socket.end()),
  speaksPlainly: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
}
const running = new Map<string, { server: Server; port: number }>()
const sockets = new Set<Socket>()

beforeAll(async () => {
  for (const [name, meet] of Object.entries(SERVERS)) {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      meet(socket)
    })
    running.set(name, { server, port: await testPort(server) })
  }
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const { server } of running.values()) server.close()
})

const portOf = (name: string) => running.get(name)?.port ?? 0

async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await testPort(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const client = (url: string) =>
  new BillingClient(
    parseSettings({
      BILLING_API_BASE_URL: url,
      BILLING_API_KEY: 'sk_test',
      BILLING_API_CONNECT_TIMEOUT_MS: String(CONNECT_MS),
      BILLING_API_READ_TIMEOUT_MS: '1500',
      BILLING_API_WRITE_TIMEOUT_MS: '700',
    }),
  )
const cancelAt = (url: string) => problemOf(client(url).write(TARGET, { requestId: 'test', body: {} }))
const readAt = (url: string) =>
  problemOf(client(url).read({ operation: 'getSubscription', params: { id: 'sub_1' } }, { requestId: 'test' }))

/** Each case fails before the first byte of a request can be sent. */
const NEVER: [string, () => Promise<string>][] = [
  ['refused', async () => `http://127.0.0.1:${await closedPort()}`],
  ['refused at every address of a name', async () => `http://localhost:${await closedPort()}`],
  ['of no host that DNS knows', async () => 'http://billing.invalid'],
  ['that speaks no TLS', async () => `https://127.0.0.1:${portOf('speaksPlainly')}`],
  ['reset in the TLS handshake', async () => `https://127.0.0.1:${portOf('resetsOnData')}`],
  ['whose TLS handshake takes too long', async () => `https://127.0.0.1:${portOf('silent')}`],
]

describe.each(NEVER)('a connection %s', (_, url) => {
  test('reports not_sent for a write', async () => {
    expect(await cancelAt(await url())).toMatchObject({
      code: 'not_sent',
      outcome: 'none',
      retryable: true,
      status: 502,
    })
  })

  test('reports the API as unreachable for a read', async () => {
    expect(await readAt(await url())).toMatchObject({
      code: 'unreachable',
      detail: expect.stringContaining('No connection'),
    })
  })
})

test.each(['resetsOnData', 'closesOnData'])(
  'leaves the outcome of a write unknown when the server %s after it connected',
  async (name) => {
    const problem = await cancelAt(`http://127.0.0.1:${portOf(name)}`)
    expect(problem).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false })
  },
)

test('leaves the outcome of a write unknown when the server never responds', async () => {
  expect(await cancelAt(`http://127.0.0.1:${portOf('silent')}`)).toMatchObject({
    code: 'outcome_unknown',
    detail: expect.stringContaining('did not respond within 0.7 seconds'),
  })
})
