import 'server-only'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { log } from '../log'
import { mcpServer, refuseUnlistedTool } from '../mcp/tools'
import { publicOrigin } from '../network/own-origin'
import { operationContext } from '../operation-context'
import { problemError } from '../problem'
import { apiCallerOf } from '../sign-in/authenticate'
import { bearerOf } from '../sign-in/authenticate-key'
import { admit, serveProtocol } from './handle'
import { readInput } from './request-input'

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
    const handler = createMcpHandler(() => mcpServer(context, publicOrigin(request)), {
      // There is nothing to listen to.
      maxSubscriptions: 0,
      onerror: (err) => log().warn({ event: 'mcp', requestId, err }),
    })
    const response = await handler.fetch(request, { parsedBody: message })
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-request-id', requestId)
    return response
  })
