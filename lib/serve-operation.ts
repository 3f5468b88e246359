import 'server-only'
import { randomUUID } from 'node:crypto'
import { handle, respondAfterChecks } from './handle'
import { findPath, methodNotAllowed, methodsOf } from '@/lib/core/server/http/methods'
import { problemError } from '@/lib/core/server/problem'
import { problemResponse } from '@/lib/core/server/http/responses'

/** Next decodes the segments after `/api`, and passes none for `/api` itself. */
interface RouteContext {
  params: Promise<{ path?: string[] }>
}

/**
 * Serves the operation that has this path and method in `OPERATIONS`, by `handle`. Another method of its path gets 405, an unknown
 * path 404.
 */
export async function serveOperation(request: Request, { params }: RouteContext): Promise<Response> {
  const { path = [] } = await params
  const found = findPath(['', 'api', ...path])
  if (found === null)
    return respondAfterChecks(request, () => {
      throw problemError('route_not_found', 'The console has no such path. Check the address.')
    })
  const name = found.operations.get(request.method === 'HEAD' ? 'GET' : request.method)
  if (name !== undefined) return handle(name)(request, { params: Promise.resolve(found.params) })
  return request.method === 'OPTIONS' ? sendMethods(request) : refuseMethod(request)
}

/** Refuses a method that the path does not have. Next's own refusal has no reason and no security headers. */
export function refuseMethod(request: Request): Response {
  return respondAfterChecks(request, () => {
    const { pathname } = new URL(request.url)
    return withAllow(pathname, problemResponse(methodNotAllowed(pathname, request.method), randomUUID()))
  })
}

/** Returns the path's methods in `Allow`. */
export function sendMethods(request: Request): Response {
  return respondAfterChecks(request, () =>
    withAllow(new URL(request.url).pathname, new Response(null, { status: 204 })),
  )
}

function withAllow(pathname: string, response: Response): Response {
  response.headers.set('allow', methodsOf(pathname).join(', '))
  return response
}
