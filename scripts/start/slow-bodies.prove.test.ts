import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort, startNginx } from '@/testing/deploy/start-nginx'
import { NGINX } from '../test/machine.mjs'
import { tally } from '../test/volume.mjs'

vi.setConfig({ testTimeout: 120_000 })

const PRELOAD = fileURLToPath(new URL('server-limits.mjs', import.meta.url))
const SLOW = 200
const STALL_MS = 20_000
const MIB = 1024 * 1024
const DOWNLOAD_BYTES = 64 * MIB

/** Counts the heads of requests with a body as they arrive. */
const PROGRAM = `
import { createServer } from 'node:http'
const file = Buffer.alloc(${DOWNLOAD_BYTES})
let posts = 0
const server = createServer((request, response) => {
  if (request.url === '/download') response.setHeader('content-disposition', 'attachment').write(file)
  else response.end(String(posts))
})
server.on('request', ({ method }) => { if (method === 'POST') posts += 1 })
globalThis.consoleAdmission.refuse = (_, reason) => Promise.resolve(new Response(reason, { status: reason === 'busy' ? 503 : 413 }))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

let program: ChildProcess
let port = 0

beforeAll(async () => {
  // Its second argument is that of `next start`.
  const args = ['--import', PRELOAD, '--input-type=module', '-e', PROGRAM, 'next', 'start']
  program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(program.stdout ?? process.stdin, 'data')
  port = Number(line)
})
afterAll(() => program.kill())

/** Opens connections that send this and then nothing for a while. */
async function openSlow(at: number, head: string): Promise<Socket[]> {
  const sockets = Array.from({ length: SLOW }, () => connect(at, '127.0.0.1').on('error', () => undefined))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(head)
  await wait(500)
  return sockets
}

const stalledBody = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx'

/** Sends requests, every second one with a body, one after another. Returns their median time in milliseconds. */
async function medianOf(at: number, isOver: (count: number) => boolean): Promise<number> {
  const times: number[] = []
  while (!isOver(times.length)) {
    const startedMs = performance.now()
    const init = times.length % 2 === 0 ? {} : { method: 'POST', body: 'b' }
    const response = await fetch(`http://127.0.0.1:${at}/`, init)
    await response.text()
    expect(response.status).toBe(200)
    times.push(performance.now() - startedMs)
    await wait(5)
  }
  tally('requests beside slow connections', times.length)
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Infinity
}

const some = (count: number) => count === 200

it('leaves the median of other requests within ten times while 200 connections stall a body for 20 s, and then ends those', async () => {
  const quietMs = await medianOf(port, some)
  const startedMs = performance.now()
  const stalled = await openSlow(port, stalledBody)
  for (const socket of stalled) socket.resume()
  const besideMs = await medianOf(port, () => performance.now() - startedMs > STALL_MS)
  console.log(`median ${quietMs.toFixed(1)} ms, beside stalled bodies ${besideMs.toFixed(1)} ms`)
  expect(besideMs).toBeLessThan(10 * quietMs)
  await vi.waitFor(() => expect(stalled.every(({ closed }) => closed)).toBe(true), { timeout: 30_000 })
})

it('leaves the median of other requests within ten times while 200 clients do not read a download', async () => {
  const quietMs = await medianOf(port, some)
  await openSlow(port, 'GET /download HTTP/1.1\r\nHost: a\r\n\r\n')
  const besideMs = await medianOf(port, some)
  console.log(`median ${quietMs.toFixed(1)} ms, beside slow readers ${besideMs.toFixed(1)} ms`)
  expect(besideMs).toBeLessThan(10 * quietMs)
})

it('serves others while a body of 60 MB arrives, which it refuses', async () => {
  let isSent = false
  const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(60 * MIB) })
    // The connection closes with the response, and its client may still be sending.
    .then(
      ({ status }) => status,
      () => 'closed',
    )
    .finally(() => (isSent = true))
  await medianOf(port, (count) => isSent && count > 20)
  expect([413, 'closed']).toContain(await sent)
  expect(program.exitCode).toBe(null)
})

it.skipIf(NGINX.find() === null)('gets no stalled body from the proxy of docs/deploy.md', async () => {
  const proxyPort = await freePort()
  const nginx = await startNginx(proxyPort, [port])
  onTestFinished(nginx.stop)
  const posts = async () => Number(await (await fetch(`http://127.0.0.1:${port}/`)).text())
  const before = await posts()
  await openSlow(proxyPort, stalledBody)
  expect(await posts()).toBe(before)
  await medianOf(proxyPort, some)
  expect(await posts(), 'half of these requests have a body').toBe(before + 100)
})
