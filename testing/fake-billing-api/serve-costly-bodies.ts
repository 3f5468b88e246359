/*
 * Test program: `node --import tsx testing/fake-billing-api/serve-costly-bodies.ts` is a billing API that sends a costly
 * body for the ID of its kind (`nulls.3`), and a small invoice for any other. Prints its address.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { COSTLY_BODIES, costlyBody } from './costly-bodies'

const server = createServer(({ url = '' }, response) => {
  const id = decodeURIComponent(url.split('/')[3] ?? '')
  const kind = id.split('.')[0] ?? ''
  if (!(kind in COSTLY_BODIES))
    return void response.end(url === '/demo-data' ? '{"isDemo":true}' : JSON.stringify({ id, status: 'issued' }))
  response.socket?.setNoDelay(true)
  if (COSTLY_BODIES[kind]?.isCompressed === true) response.setHeader('content-encoding', 'gzip')
  // The console closes the connection once it has read enough.
  pipeline(Readable.from(costlyBody(kind, id)), response).catch(() => undefined)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(server.address()))
