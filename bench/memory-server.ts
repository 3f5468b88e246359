/**
 * Server with one JSON text in memory: `memory-server.ts FILE text|stringify`. It responds to every request with the prepared
 * text, or stringifies the object for each request. Prints its URL when it listens.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = '', form] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
const page: unknown = JSON.parse(text)
const body = form === 'stringify' ? () => JSON.stringify(page) : () => text

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }))
})
