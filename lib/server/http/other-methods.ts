import 'server-only'
import { randomUUID } from 'node:crypto'
import { respondAfterChecks } from './handle'
import { methodNotAllowed, methodsOf } from './methods'
import { problemResponse } from './responses'

/**
 * Handlers for the methods that a route does not export; every route file has `export *` of them. Next's own refusal has
 * no reason and no security headers.
 */
export { refuse as GET, refuse as POST, refuse as PUT, refuse as PATCH, refuse as DELETE }

function refuse(request: Request): Response {
  return respondAfterChecks(request, () => {
    const { pathname } = new URL(request.url)
    return withAllow(pathname, problemResponse(methodNotAllowed(pathname, request.method), randomUUID()))
  })
}

/** Returns the path's methods in `Allow`. */
export function OPTIONS(request: Request): Response {
  return respondAfterChecks(request, () =>
    withAllow(new URL(request.url).pathname, new Response(null, { status: 204 })),
  )
}

function withAllow(pathname: string, response: Response): Response {
  response.headers.set('allow', methodsOf(pathname).join(', '))
  return response
}
