/*
 * Test program: `node --expose-gc --conditions=react-server --import tsx testing/console/serve-reads.ts` serves the
 * console's reads of an invoice over HTTP, and figures of its process at /process. Prints its address.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { handle } from '@/lib/handle'

const [invoice, raw] = [handle('getInvoice'), handle('getRawInvoice')]
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

/** Returns the longest block of the event loop since the last call, and the bytes in use after a garbage collection. */
function figures(): string {
  const blockedMs = delay.max / 1e6
  globalThis.gc?.()
  delay.reset()
  return JSON.stringify({ blockedMs, heapUsed: process.memoryUsage().heapUsed })
}

const server = createServer((request, response) => {
  const [, path = '', id = ''] = (request.url ?? '').split('/')
  if (path === 'process') return void response.end(figures())
  const respond = path === 'raw' ? raw : invoice
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  respond(new Request('http://localhost/', { headers: { host: 'localhost' }, signal: gone.signal }), {
    params: Promise.resolve({ invoiceId: decodeURIComponent(id) }),
  })
    .then(async ({ status, body }) => {
      response.writeHead(status)
      await pipeline(body ?? [], response)
    })
    // The client has left.
    .catch(() => response.destroy())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(server.address()))
