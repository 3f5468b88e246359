import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type RequestListener, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testPort } from '@/testing/console/test-port'
import { type Admission, limitConcurrency } from './admission.mjs'

const MAX_RUNNING = 16
const refuse = () => {
  const id = randomUUID()
  return Promise.resolve(new Response(`${id} busy`, { status: 503, headers: { 'x-request-id': id } }))
}

/** Serves with this listener, and refuses from the start. */
async function serve(onRequest: RequestListener): Promise<{ url: string; admission: Admission }> {
  const { listener, admission } = limitConcurrency(onRequest)
  admission.refuse = refuse
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${await testPort(server)}`, admission }
}

const ask = async (url: string) => ({ status: (await fetch(url)).status })
const askTimes = (url: string, count: number) => Array.from({ length: count }, () => ask(url))

/** Serves requests that end when the test says so. */
async function serveHeld() {
  const held: ServerResponse[] = []
  return { held, ...(await serve((_, response) => void held.push(response))) }
}

it('lets a burst wait for a second, refuses soon while the queue stays full, and gives each refusal its own ID', async () => {
  const { url, held } = await serveHeld()
  const running = askTimes(url, MAX_RUNNING)
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING))
  const burst = askTimes(url, 5)
  await wait(500)
  expect(held).toHaveLength(MAX_RUNNING)
  const later = ask(url)
  expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array(5).fill(503))
  const startedMs = performance.now()
  const soonRefused = await ask(url)
  expect(soonRefused.status).toBe(503)
  expect(performance.now() - startedMs).toBeLessThan(900)
  expect((await later).status).toBe(503)
  const refusals = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const response = await fetch(url)
      return [response.status, response.headers.get('x-request-id'), await response.text()]
    }),
  )
  expect(refusals.every(([status, id, text]) => status === 503 && text === `${id} busy`)).toBe(true)
  expect(new Set(refusals.map(([, id]) => id)).size).toBe(40)
  expect(held).toHaveLength(MAX_RUNNING)
  for (const response of held) response.end()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(MAX_RUNNING).fill(200))
})

it('runs a request that waited as soon as another ends, and forgets one whose client left', async () => {
  const { url, held } = await serveHeld()
  const running = askTimes(url, MAX_RUNNING)
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING))
  const client = new AbortController()
  const left = fetch(url, { signal: client.signal })
  await wait(30)
  const next = ask(url)
  await wait(30)
  client.abort()
  await expect(left).rejects.toThrow('aborted')
  await wait(30)
  held[0]?.end()
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING + 1))
  for (const response of held) response.end()
  expect((await Promise.all([...running, next])).every(({ status }) => status === 200)).toBe(true)
})

it('gives the slot of a request to others while it waits, sends a file, or is read slowly', async () => {
  const release: (() => void)[] = []
  const later = () => new Promise<void>((resolve) => release.push(resolve))
  const { url, admission } = await serve((request, response) => {
    if (request.url === '/waits') void admission.whileWaiting(later).then(() => response.end())
    else if (request.url === '/file') response.setHeader('content-disposition', 'attachment').write('a')
    else if (request.url === '/long') response.write(Buffer.alloc(64 * 1024 * 1024))
    else response.end()
  })
  const waiting = askTimes(`${url}/waits`, MAX_RUNNING)
  await vi.waitFor(() => expect(release).toHaveLength(MAX_RUNNING))
  const files = await Promise.all(Array.from({ length: MAX_RUNNING }, () => fetch(`${url}/file`)))
  const long = await Promise.all(Array.from({ length: MAX_RUNNING }, () => fetch(`${url}/long`)))
  expect((await ask(url)).status).toBe(200)
  for (const resolve of release) resolve()
  expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true)
  expect((await ask(url)).status).toBe(200)
  await Promise.all([...files, ...long].map(async ({ body }) => body?.cancel()))
})

it('always serves files of the build and health checks', async () => {
  const { url, held } = await serveHeld()
  void Promise.allSettled(askTimes(url, MAX_RUNNING))
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING))
  const others = ['/_next/static/a.js', '/healthz', '/readyz'].map((path) => ask(url + path))
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING + 3))
  for (const response of held) response.end()
  expect((await Promise.all(others)).every(({ status }) => status === 200)).toBe(true)
})

it('limits a path that leads elsewhere from there', async () => {
  const { url, held } = await serveHeld()
  void Promise.allSettled(askTimes(url, MAX_RUNNING))
  await vi.waitFor(() => expect(held).toHaveLength(MAX_RUNNING))
  const { hostname, port } = new URL(url)
  for (const path of ['/healthz/../api/find', '/_next/static/%2e%2e/%2e%2e/api/find', '/_next/static/..%2fapi/find']) {
    const [{ statusCode }] = await once(get({ hostname, port, path }), 'response')
    expect([path, statusCode]).toEqual([path, 503])
  }
  for (const response of held) response.end()
})
