import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { billingApp } from './app'
import { malformedRequest } from './refusals'
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
  const queues = new WeakMap<Socket, Set<ServerResponse>>()
  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket) ?? new Set()
    const before = [...queue].at(-1)
    queues.set(socket, queue.add(response))
    response.once('close', () => queue.delete(response))
    if (queue.size > MAX_PIPELINED) socket.destroy()
    else if (!before) listener(request, response)
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
  // Node refuses what is not HTTP, is too long or arrives too late, without problem+json.
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, listener)
  // Node would refuse an unknown Expect at once, before the responses to earlier requests.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // A pipelined response has no socket yet: Node would write "100 Continue" into the middle of it.
    if (response.socket) response.writeContinue()
    server.emit('request', request, response)
  })
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
