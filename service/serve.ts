import { getRequestListener, RequestError } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { billingApp } from './app'
import { malformedRequest } from './refusals'
import { problemResponse, toBillingError } from './problem-response'
import { answerClientErrors } from './client-error'

export interface RunningService {
  url: string
  /** Takes no more requests, lets those under way finish within `DRAIN_MS`, and resolves when all is closed. */
  close(): Promise<void>
}

const DRAIN_MS = 10_000
const REQUEST_MS = 30_000

/** What never reached the app: a target or a Host header that no address can be made of. */
function responseOutsideApp(error: unknown): Response {
  const told =
    error instanceof RequestError
      ? malformedRequest(`The request could not be read: ${error.message}. Check its address and the header Host.`)
      : toBillingError(error)
  return problemResponse(told, randomUUID())
}

/**
 * Starts a request that was sent behind another (pipelining) when the answer before it has gone out: one connection then
 * never has more than one operation under way, nor more than one answer waiting to be read.
 */
function oneAtATime(listener: RequestListener): RequestListener {
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
 * @param port 0 for any free one
 * @throws Error that says what to do where the port is in use
 */
export async function serve(
  app: ReturnType<typeof billingApp>,
  { host, port }: { host: string; port: number },
): Promise<RunningService> {
  const listener = oneAtATime(getRequestListener(app.fetch, { hostname: host, errorHandler: responseOutsideApp }))
  const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }
  // Node would answer a request without Host, and an Expect it does not know, by itself and without problem+json.
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request, response) => {
    // Behind another answer (no socket yet) Node would write the "100 Continue" into the middle of the final one.
    if (response.socket) response.writeContinue()
    server.emit('request', request, response)
  })
  answerClientErrors(server)
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
      // Connections are kept alive between requests: each goes once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await closed
      clearInterval(sweep)
      clearTimeout(deadline)
    },
  }
}
