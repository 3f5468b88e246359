import { once } from 'node:events'
import { createServer } from 'node:http'

/** Starts a server that reports demo data on every path, as the billing service does at `GET /demo-data`. */
export async function startDemoService() {
  const body = { text: '{"isDemo":true}' }
  const server = createServer((_, response) => response.end(body.text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Sets the response body from now on. */
    say: (text: string) => void (body.text = text),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
