import { getRequestListener, RequestError } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { billingApp } from './app'
import { malformedRequest } from './refusals'
import { problemResponse, toBillingError } from './problem-response'
import { respondToClientErrors } from './client-error'

export interface RunningService {
  url: string
  /** Accepts no more requests, waits up to `DRAIN_MS` for those in flight, and resolves when everything is closed. */
  close(): Promise<void>
}

const DRAIN_MS = 10_000
const REQUEST_MS = 30_000

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
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} on ${host} is in use. Stop what uses it, or set BILLING_SERVICE_PORT to another port.`,
        { cause: error },
      )
    throw error
  }
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`,
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
