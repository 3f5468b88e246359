import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

// Waits for a timeout of the real server.
vi.setConfig({ testTimeout: 60_000 })

const PRELOAD = fileURLToPath(new URL('server-limits.mjs', import.meta.url))
/** Returns the headers and the target that the program sees. */
const PROGRAM = `
import { createServer } from 'node:http'
const server = createServer((request, response) => response.end(JSON.stringify([request.headers['x-console-peer'], request.method, request.url, request.headers['x-console-target'], request.headers['x-forwarded-for']])))
server.on('upgrade', () => undefined)
server.listen(0, '127.0.0.1', () => console.log(server.address().port, server.maxConnections, server.timeout))`

let program: ChildProcess
let port = 0
let bounds: number[] = []

beforeAll(async () => {
  const args = ['--import', PRELOAD, '--input-type=module', '-e', PROGRAM]
  program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(program.stdout ?? process.stdin, 'data')
  ;[port = 0, ...bounds] = String(line).trim().split(' ').map(Number)
})
afterAll(() => program.kill())

/** Sends bytes, and returns the response until the server closes, and the milliseconds until then. */
function closed(bytes: string): Promise<{ text: string; ms: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => (text += String(part)))
    socket.on('error', reject)
    socket.on('close', () => resolve({ text, ms: performance.now() - began }))
  })
}

const asked = async (headers: Record<string, string> = {}): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${port}/`, { headers })).json()

test('replaces the peer header of a client by its address', async () => {
  expect(await asked()).toEqual(['127.0.0.1', 'GET', '/', null, ''])
  expect(await asked({ 'X-Console-Peer': '10.0.0.7' })).toEqual(['127.0.0.1', 'GET', '/', null, ''])
  const twice =
    'GET / HTTP/1.1\r\nHost: a\r\nX-Console-Peer: 1.1.1.1\r\nx-console-peer: 2.2.2.2\r\nConnection: close\r\n\r\n'
  expect((await closed(twice)).text).toContain('["127.0.0.1","GET","/",null,""]')
})

test('keeps X-Forwarded-For, and marks a request without it', async () => {
  expect(await asked({ 'X-Forwarded-For': '10.0.0.7' })).toMatchObject({ 4: '10.0.0.7' })
  expect(await asked()).toMatchObject({ 4: '' })
})

test('closes connections with incomplete headers in time, and serves others meanwhile', async () => {
  const halfHeaders = closed('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  const nothing = closed('G')
  let served = 0
  const others = setInterval(() => void asked().then(() => (served += 1)), 200)
  const ends = await Promise.all([halfHeaders, nothing])
  clearInterval(others)
  for (const { text, ms } of ends) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(ms).toBeLessThan(15_000)
  }
  expect(served).toBeGreaterThan(10)
})

test('refuses too many headers and other protocols, and closes both connections', async () => {
  const tooMany = await closed(`GET / HTTP/1.1\r\nHost: a\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(17)}\r\n`)
  expect(tooMany.text).toMatch(/^HTTP\/1\.1 431 /)
  const upgrade = await closed('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  expect(upgrade.text).toMatch(/^HTTP\/1\.1 400 /)
})

test.each(['TRACE', 'PROPFIND'])('refuses %s before Next', async (method) => {
  const { text } = await closed(`${method} /api/find HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/)
  expect(text.endsWith('\r\n\r\n')).toBe(true)
})

test.each(['GET /healthz HTTP/1.1', 'GET / HTTP/1.0', 'GET //x HTTP/1.1'])(
  'refuses %s with two Host headers',
  async (line) => {
    const { text } = await closed(`${line}\r\nHost: a\r\nhost: a\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text.endsWith('\r\n\r\n')).toBe(true)
  },
)

test('limits the number of connections and their idle time', () => {
  expect(bounds).toEqual([2_000, 660_000])
})

test('leaves connections for others when one address opens a thousand', async () => {
  const sockets = Array.from({ length: 1_010 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume(),
  )
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const refused = () => sockets.filter(({ closed: isClosed }) => isClosed).length
  await vi.waitFor(() => expect(refused()).toBeGreaterThanOrEqual(10), { timeout: 20_000 })
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [response] = await once(other, 'data')
  expect(String(response)).toContain('["127.0.0.2"')
  other.destroy()
})

test.each([
  'http://evil.example/',
  '//x',
  '/a//b',
  '/\\x',
  '/a\\b?c',
  '*',
  '/api/find?__proto__=',
  '/?a=b&%5f_proto__=x',
])('replaces the target %s by "/", with a mark that no client can set', async (target) =>
  expect(await targetOf(target)).toEqual(['/', 'malformed']),
)

test.each(['/', '/a?b=//c\\d', '/a%2F%2Fb'])('keeps the target %s, without a mark', async (target) =>
  expect(await targetOf(target)).toEqual([target, null]),
)

test.each([
  ['/api/mcp/', '/api/mcp'],
  ['/invoices/?status=open/', '/invoices?status=open/'],
  ['/api/subscriptions/../', '/api/subscriptions/..'],
])('drops the slash at the end of the path %s', async (target, kept) =>
  expect(await targetOf(target)).toEqual([kept, null]),
)

async function targetOf(target: string): Promise<unknown[]> {
  const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nX-Console-Target: malformed\r\nConnection: close\r\n\r\n`
  const answer: unknown = JSON.parse((await closed(head)).text.split('\r\n\r\n')[1] ?? '[]')
  return Array.isArray(answer) ? answer.slice(2, 4) : []
}
