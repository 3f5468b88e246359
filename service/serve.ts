import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { billingApp } from './app'
import { BillingError, headersTooLarge, malformedRequest, payloadTooLarge, requestTimeout } from './refusals'
import { problemResponse, toBillingError } from './problem-response'
import { listen } from '@/telemetry/listen'

export interface RunningService {
  url: string
  /** Accepts no more requests, waits up to `DRAIN_MS` for those in flight, and resolves when everything is closed. */
  close(): Promise<void>
}

const DRAIN_MS = 10_000
const REQUEST_MS = 30_000
/** A connection that sends more requests before it has its responses is closed: Node would keep each in memory. */
const MAX_PIPELINED = 100

/** Responds to a request that never reached the app: its target or Host header makes no valid URL. */
function responseOutsideApp(error: unknown): Response {
  const billingError =
    error instanceof RequestError
      ? malformedRequest(`The request could not be read: ${error.message}. Check its address and the header Host.`)
      : toBillingError(error)
  return problemResponse(billingError, randomUUID())
}

/**
 * Starts a pipelined request only when the response before it has been sent. A connection then has at most one
 * operation in flight and one response that waits to be read.
 */
function queuePipelinedRequests(listener: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const { socket } = request
    const before = latest.get(socket)
    latest.set(socket, response)
    if (!before || before.closed) listener(request, response)
    else before.once('close', () => void (socket.destroyed || listener(request, response)))
  }
}

/**
 * Serves the billing API.
 * @param port 0 for any free port
 * @throws Error that says what to do when the port is in use
 */
export async function serve(
  app: ReturnType<typeof billingApp>,
  { host, port }: { host: string; port: number },
): Promise<RunningService> {
  const listener = queuePipelinedRequests(
    getRequestListener(app.fetch, { hostname: host, errorHandler: responseOutsideApp }),
  )
  const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }
  // By default Node itself refuses a missing Host and an unknown Expect, without problem+json.
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // A pipelined response has no socket yet: Node would write "100 Continue" into the middle of it.
    if (response.socket) response.writeContinue()
    server.emit('request', request, response)
  })
  respondToClientErrors(server)
  return {
    url: await listen(server, { host, port, setting: 'BILLING_SERVICE_PORT' }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      // Kept-alive connections close once their request has its response.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await closed
      clearInterval(sweep)
      clearTimeout(deadline)
    },
  }
}

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
  { allow: 'GET, HEAD, POST, DELETE' },
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
    if (responses.size > MAX_PIPELINED) socket.destroy()
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
