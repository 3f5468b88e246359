import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { BillingError, headersTooLarge, malformedRequest, payloadTooLarge, requestTimeout } from './refusals'
import { problemResponse } from './problem-response'

const UNREADABLE = malformedRequest(
  'The request is not valid HTTP/1.1. Check its first line, its headers and the length of its body.',
)
const REFUSALS: Record<string, BillingError> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: payloadTooLarge('The extensions of a chunk are', 16, 'Send the body without them.'),
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout(),
}

const NO_PROXY = new BillingError(
  'method_not_allowed',
  'This service is not a proxy and does not support CONNECT. Send requests to it directly.',
  {
    allow: 'GET, HEAD, POST, DELETE',
  },
)
const LINGER_MS = 1_000

/** Serialises a problem as a raw HTTP response, for a socket without a Node response; the connection closes after it. */
async function writtenOut(error: BillingError): Promise<string> {
  const response = problemResponse(error, randomUUID())
  const body = await response.text()
  response.headers.set('content-length', String(Buffer.byteLength(body)))
  response.headers.set('connection', 'close')
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${headers}\r\n${body}`
}

/**
 * Responds with problem+json to CONNECT and to requests that Node's HTTP parser refuses. It waits until the earlier
 * requests on the same connection have their responses, and then closes the connection.
 */
export function respondToClientErrors(server: Server): void {
  const inFlight = new WeakMap<Duplex, Set<ServerResponse>>()
  const refused = new WeakSet<Duplex>()

  async function refuse(socket: Duplex, error: BillingError): Promise<void> {
    if (refused.has(socket)) return
    refused.add(socket)
    const responses = [...(inFlight.get(socket) ?? [])]
    await Promise.all(responses.filter(({ req }) => req.complete).map((response) => once(response, 'close')))
    const isAnswered = responses.some(({ req, headersSent }) => !req.complete && headersSent)
    if (!socket.writable || isAnswered) return void socket.destroy()
    socket.end(await writtenOut(error))
    // Closing while the client still sends would reset the connection, and the client could lose the response.
    const linger = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(linger))
  }

  server.prependListener('request', ({ socket }, response) => {
    const responses = inFlight.get(socket) ?? new Set()
    inFlight.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else void refuse(socket, REFUSALS[error.code ?? ''] ?? UNREADABLE)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    void refuse(socket, NO_PROXY)
  })
}
