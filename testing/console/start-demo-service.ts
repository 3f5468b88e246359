import { once } from 'node:events'
import { createServer } from 'node:http'

/** Starts a server that says on every path, as our service does on `GET /demo-data`, that it holds demo data alone. */
export async function startDemoService() {
  const body = { text: '{"isDemo":true}' }
  const server = createServer((_, response) => response.end(body.text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Sets what it says from now on. */
    say: (text: string) => void (body.text = text),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
