import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { testPort } from '@/testing/console/test-port'
import { startTracing } from './tracing'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => servers.splice(0).forEach((server) => server.closeAllConnections()))

const MAX_STOP_MS = 4_000

/** Ends a span, and returns what its sending reports and how long the stop takes. */
async function sendOneTo(endpoint: string): Promise<{ errors: string[]; stopMs: number }> {
  const errors: string[] = []
  const tracing = startTracing('test', { endpoint, onError: (reason) => void errors.push(reason) })
  for (let nth = 0; nth < 1_000; nth += 1)
    tracing.start('server', undefined).end({ name: 'getInvoice', status: 200, isFailed: false })
  const startedMs = performance.now()
  await tracing.stop().catch(() => undefined)
  return { errors, stopMs: performance.now() - startedMs }
}

it('says once that the collector is away, and stops all the same', async () => {
  const { errors, stopMs } = await sendOneTo('http://127.0.0.1:9')
  await expect.poll(() => errors).toHaveLength(1)
  expect(errors[0]).toMatch(/^[^{]*ECONNREFUSED$/)
  expect(stopMs).toBeLessThan(MAX_STOP_MS)
})

it('waits no longer for a collector that does not respond', async () => {
  const server = createServer(() => undefined)
  servers.push(server)
  const port = await testPort(server)
  const { errors, stopMs } = await sendOneTo(`http://127.0.0.1:${port}`)
  expect(errors).toHaveLength(1)
  expect(stopMs).toBeLessThan(MAX_STOP_MS)
  server.close()
})

it('says that the collector refuses', async () => {
  const server = createServer((_, response) => response.writeHead(401).end())
  servers.push(server)
  const port = await testPort(server)
  expect((await sendOneTo(`http://127.0.0.1:${port}/`)).errors.join()).toMatch(/401|Unauthorized/)
  server.close()
})
