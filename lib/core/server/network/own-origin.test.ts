import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../settings'
import { admitHost } from './own-origin'
import { ProblemError } from '../problem'
import { testPort } from '@/testing/console/test-port'

// Uses real HTTP, because the Host header is checked as transmitted.
const server = createServer({ requireHostHeader: false }, ({ headers }, response) => {
  response.writeHead(statusOf(headers.host ?? null)).end()
})
function statusOf(host: string | null): number {
  try {
    admitHost(host)
    return 200
  } catch (error) {
    return error instanceof ProblemError ? error.problem.status : 500
  }
}
let port = 0

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent'
  port = await testPort(server)
})
afterEach(() => void delete settings().CONSOLE_ORIGIN)
afterAll(() => void server.close())

/** Writes raw bytes, because HTTP clients do not send every Host. Without one the request is HTTP/1.0. */
const statusFor = (host?: string) =>
  new Promise<number>((resolve, reject) => {
    const head = host === undefined ? 'GET / HTTP/1.0' : `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close`
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    socket.once('data', (response) => resolve(Number(response.toString().slice(9, 12)))).on('error', reject)
  })

const LOOPBACK =
  'localhost localhost:3000 LocalHost:3000 localhost.:3000 127.0.0.1 127.0.0.1:65535 [::1] [::1]:3000'.split(' ')
const FOREIGN = `evil.example evil.example:3000 localhost.evil.com localhost.evil.com:3000 127.0.0.1.evil.com 127.0.0.2
  evil@localhost localhost@evil.example localhost/evil localhost?evil localhost#evil localhost:3000:80 localhost:x
  localhost.. .localhost xlocalhost [::2] ::1 0.0.0.0 %6cocalhost localhost,evil.example`.split(/\s+/)

describe.each([undefined, 'https://billing.example.com', 'http://console.lan:8080'])(
  'admitHost with CONSOLE_ORIGIN %s',
  (origin) => {
    test.each(LOOPBACK)('accepts the Host %s as this machine', async (host) => {
      settings().CONSOLE_ORIGIN = origin
      expect(await statusFor(host)).toBe(200)
    })

    test.each([...FOREIGN, ''])('rejects the Host "%s"', async (host) => {
      settings().CONSOLE_ORIGIN = origin
      expect(await statusFor(host)).toBe(403)
    })

    test('rejects a request without a Host', async () => {
      settings().CONSOLE_ORIGIN = origin
      expect(await statusFor()).toBe(403)
    })
  },
)

test.each([
  ['https://billing.example.com', 'billing.example.com', 200],
  ['https://billing.example.com', 'BILLING.Example.com.', 200],
  ['https://billing.example.com', 'billing.example.com:443', 200],
  ['https://billing.example.com', 'billing.example.com:80', 403],
  ['https://billing.example.com', 'billing.example.com:8443', 403],
  ['https://billing.example.com', 'billing.example.com.evil.com', 403],
  ['https://billing.example.com', 'x.billing.example.com', 403],
  ['http://console.lan:8080', 'console.lan:8080', 200],
  ['http://console.lan:8080', 'console.lan', 403],
  ['http://console.lan', 'console.lan:80', 200],
  ['http://[fd00::7]:8080', '[FD00::7]:8080', 200],
])('isOwnOrigin with CONSOLE_ORIGIN %s and Host %s returns status %i', async (origin, host, status) => {
  settings().CONSOLE_ORIGIN = origin
  expect(await statusFor(host)).toBe(status)
})
