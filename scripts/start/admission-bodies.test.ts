import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testPort } from '@/testing/console/test-port'
import { limitConcurrency } from './admission.mjs'

const KIB = 1024
const MIB = 1024 * KIB
/** A busy machine needs seconds. */
const PATIENT = { timeout: 20_000 }
const LONG = `Content-Length: ${2 * MIB}`
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Responds with the hash of each body. Reads it a moment later, and fails when another reader came first: so does Next. */
async function serve() {
  let held = 0
  const { listener, admission } = limitConcurrency((request, response) => {
    if (request.url === '/held') held += 1
    else
      void wait(5).then(async () => {
        if (Readable.isDisturbed(request)) response.statusCode = 500
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part)
        response.end(hash(Buffer.concat(parts)))
      })
  })
  admission.refuse = (_, reason) => Promise.resolve(new Response(reason, { status: reason === 'busy' ? 503 : 413 }))
  const server = createServer(listener)
  const port = await testPort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, url: `http://127.0.0.1:${port}`, held: () => held }
}

/** Sends a head and a part of a body, and leaves the rest out. @param framing the header of its length */
function stall(port: number, { path = '/', headers = '', framing = 'Content-Length: 1000', sent = 'x' } = {}) {
  const socket: Socket = connect(port, '127.0.0.1')
  const stalled = { socket, response: '' }
  socket.on('error', () => undefined)
  socket.on('data', (part) => (stalled.response += String(part)))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}${framing}\r\n\r\n${sent}`)
  onTestFinished(() => void socket.destroy())
  return stalled
}

/** Returns what a body that stalls gets within a moment. */
async function stallBriefly(port: number) {
  const one = stall(port)
  await wait(100)
  one.socket.destroy()
  return one
}

const isRefused = ({ response }: { response: string }) =>
  response.startsWith('HTTP/1.1 503') && /connection: close/i.test(response)

/** Sends a body without a length, in pieces that arrive one by one. */
async function sendInPieces(url: string, body: Uint8Array): Promise<Response> {
  const pieces = new ReadableStream<Uint8Array>({
    async start(stream) {
      for (let at = 0; at < body.length; at += 100_000) {
        stream.enqueue(body.subarray(at, at + 100_000))
        await wait(1)
      }
      stream.close()
    },
  })
  // The types of the browser lack `duplex`, which Node needs.
  const init = { method: 'POST', body: pieces, duplex: 'half' }
  return fetch(url, init)
}

it('passes on each body as it was sent, whole or in pieces', async () => {
  const { url } = await serve()
  const bodies = [0, 1, 63 * KIB, 64 * KIB + 1, 2 * MIB].map((size) => randomBytes(size))
  for (const body of bodies) {
    const whole = await fetch(url, { method: 'POST', body })
    const inPieces = await sendInPieces(url, body)
    expect([await whole.text(), await inPieces.text()], `${body.length} bytes`).toEqual([hash(body), hash(body)])
    expect([whole.status, inPieces.status]).toEqual([200, 200])
  }
})

it('refuses a body beyond 2 MiB while it arrives, before the handler sees its request', async () => {
  const { url, held } = await serve()
  const body = randomBytes(2 * MIB + 1)
  const whole = await fetch(`${url}/held`, { method: 'POST', body })
  const inPieces = await sendInPieces(`${url}/held`, body)
  expect([whole.status, inPieces.status, held()]).toEqual([413, 413, 0])
})

it('serves others while bodies stall, and refuses at once what one session, key or address sends beyond its bound', async () => {
  const { port, url } = await serve()
  const cookie = 'Cookie: console-session=a\r\n'
  const ofOne = Array.from({ length: 300 }, () => stall(port, { headers: cookie }))
  await vi.waitFor(
    () => expect(ofOne.filter(isRefused), '4 MiB, each counted as 16 KiB').toHaveLength(300 - 256),
    PATIENT,
  )
  expect((await fetch(url, { method: 'POST', body: 'b' })).status).toBe(200)

  const invented = Array.from({ length: 800 }, (_, at) => stall(port, { headers: `Authorization: Bearer ${at}\r\n` }))
  await vi.waitFor(
    () => expect(invented.filter(isRefused), '16 MiB of an address').toHaveLength(256 + 800 - 1_024),
    PATIENT,
  )
  expect((await fetch(url, { method: 'POST', body: 'b' })).status, 'a body that is there at once').toBe(200)
  for (const { socket } of [...ofOne, ...invented]) socket.destroy()
  await wait(100)
  const later = stall(port)
  await wait(100)
  expect(later.response, 'bodies that broke off count no longer').toBe('')
})

it('counts no bodies of a client that has left, also of requests that waited behind another', async () => {
  const { port, held } = await serve()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\n'
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `GET /held HTTP/1.1\r\nHost: a\r\n\r\n${head}Content-Length: ${2 * MIB}\r\n\r\n${'x'.repeat(1.9 * MIB)}`,
    )
    return socket
  })
  await vi.waitFor(() => expect(held()).toBeGreaterThan(0), PATIENT)
  const isFull = async () => isRefused(await stallBriefly(port))
  await vi.waitFor(async () => expect(await isFull(), '16 MiB of an address').toBe(true), PATIENT)
  for (const socket of sockets) socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await isFull()).toBe(false), PATIENT)
})

it('refuses bodies of which no byte comes, and a body of parts of one byte, beyond the same bounds', async () => {
  const { port } = await serve()
  const headers = 'Cookie: console-session=a\r\n'
  const silent = Array.from({ length: 300 }, () => stall(port, { path: '/healthz', headers, sent: '' }))
  await vi.waitFor(() => expect(silent.filter(isRefused)).toHaveLength(300 - 256), PATIENT)
  const sent = '1\r\na\r\n'.repeat(20_000)
  const chunked = stall(port, { headers: 'Cookie: console-session=b\r\n', framing: 'Transfer-Encoding: chunked', sent })
  await vi.waitFor(() => expect(isRefused(chunked)).toBe(true), PATIENT)
})

it('counts the bytes that came, not those that were announced', async () => {
  const { port, url } = await serve()
  const headers = 'Cookie: console-session=a\r\n'
  const announced = Array.from({ length: 100 }, () => stall(port, { headers, framing: LONG }))
  const answered = await fetch(url, { method: 'POST', body: 'b', headers: { cookie: 'console-session=a' } })
  expect(answered.status).toBe(200)
  expect(announced.filter(isRefused)).toHaveLength(0)
  const sent = 'x'.repeat(1.5 * MIB)
  const large = Array.from({ length: 3 }, () => stall(port, { headers, framing: LONG, sent }))
  await vi.waitFor(() => expect(large.filter(isRefused)).toHaveLength(2), PATIENT)
})
