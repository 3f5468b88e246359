import { operationContext } from '@/lib/environment'
import 'server-only'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { log } from '@/lib/core/server/log'
import { mcpServer, refuseUnlistedTool } from './tools'
import { publicOrigin } from '@/lib/core/server/network/own-origin'
import { problemError } from '@/lib/core/server/problem'
import { apiCallerOf } from '@/lib/people/server/authenticate'
import { bearerOf } from '@/lib/people/server/authenticate-key'
import { admit, serveProtocol } from '@/lib/handle'
import { readInput } from '@/lib/core/server/http/request-input'

/** A message has no path and no query, and changes nothing by itself. */
const MESSAGE = { kind: 'read', method: 'POST' } as const

/**
 * Answers one message of the Model Context Protocol (streamable HTTP, without sessions and streams), from a program with an access key.
 * Each request has a server of its own with the tools that its key may use.
 */
export const serveMcp = (request: Request): Promise<Response> =>
  serveProtocol(request, { operation: 'mcp' }, async (requestId) => {
    if (bearerOf(request.headers) === undefined)
      throw problemError(
        'access_key_refused',
        'Send an access key as “Authorization: Bearer KEY”. Create one on the page Account.',
      )
    admit(request, MESSAGE)
    const message = await readInput(request, MESSAGE, {})
    const caller = await apiCallerOf(request.headers, false)
    const context = operationContext(caller, requestId, request.signal)
    await refuseUnlistedTool(context, message)
    const response = await respond(
      request,
      message,
      () => mcpServer(context, publicOrigin(request)),
      (err) => log().warn({ event: 'mcp', requestId, err }),
    )
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-request-id', requestId)
    return response
  })

/** Returns the response to a message as JSON, in the revision of its sender. */
async function respond(
  request: Request,
  message: object,
  makeServer: () => McpServer,
  onerror: (error: Error) => void,
): Promise<Response> {
  // The library refuses a client that does not take streams, too; the console sends none.
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const accepting = new Request(request.url, { method: request.method, headers, signal: request.signal })
  if (!(await isLegacyRequest(accepting, message)))
    // There is nothing to listen to.
    return createMcpHandler(makeServer, { legacy: 'reject', maxSubscriptions: 0, onerror }).fetch(accepting, {
      parsedBody: message,
    })
  const server = makeServer()
  try {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    // The library's own field, not an event of the platform.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
    transport.onerror = onerror
    await server.connect(transport)
    return await transport.handleRequest(accepting, { parsedBody: message })
  } finally {
    await server.close()
  }
}
