import 'server-only'
import { randomUUID } from 'node:crypto'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { log, logFieldsOf } from '../log'
import { mcpServer, refuseHiddenTool } from '../mcp/tools'
import { operationContext } from '../operation-context'
import { problemError, ProblemError } from '../problem'
import { runInTrace, traceOf } from '../request-trace'
import { settings } from '../settings'
import { apiCallerOf } from '../sign-in/authenticate'
import { bearerOf } from '../sign-in/authenticate-key'
import { admit } from './handle'
import { readInput } from './request-input'
import { problemResponse, withSecurityHeaders } from './responses'

/** A message has no path and no query, and changes nothing by itself. */
const MESSAGE = { kind: 'read', method: 'POST' } as const

/**
 * Answers one message of the Model Context Protocol (streamable HTTP, without sessions and streams), from a program with an access key.
 * Each request has a server of its own with the tools that its key may use.
 */
export function serveMcp(request: Request): Promise<Response> {
  return runInTrace(traceOf(request.headers), async () => withSecurityHeaders(await respond(request)))
}

async function respond(request: Request): Promise<Response> {
  const requestId = randomUUID()
  try {
    if (bearerOf(request.headers) === undefined)
      throw problemError(
        'access_key_refused',
        'Send an access key as “Authorization: Bearer KEY”. Make one on the page Account.',
      )
    admit(request, MESSAGE)
    const message = await readInput(request, MESSAGE, {})
    const caller = await apiCallerOf(request.headers, false)
    const context = operationContext(caller, requestId, request.signal)
    await refuseHiddenTool(context, message)
    const origin = settings().CONSOLE_ORIGIN ?? new URL(request.url).origin
    const handler = createMcpHandler(() => mcpServer(context, origin), {
      // There is nothing to listen to.
      maxSubscriptions: 0,
      onerror: (err) => log().warn({ event: 'mcp', requestId, err }),
    })
    const response = await handler.fetch(request, { parsedBody: message })
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-request-id', requestId)
    return response
  } catch (error) {
    log()[error instanceof ProblemError ? 'warn' : 'error']({
      event: 'refused',
      operation: 'mcp',
      requestId,
      ...logFieldsOf(error),
    })
    return problemResponse(error, requestId)
  }
}
