import 'server-only'
import { randomUUID } from 'node:crypto'
import { admitHost } from '../network/own-origin'
import { problemResponse } from './handle'
import { methodNotAllowed, methodsOf, rejectNextInternals } from './methods'
import { REFUSAL_PAGE_POLICY } from './refusal-page'
import { withSecurityHeaders } from './with-security-headers'

/**
 * The methods that a route does not export itself: every route file exports them all (`export *`), because Next refuses
 * a missing one without a reason and without the security headers.
 */
export { refuse as GET, refuse as POST, refuse as PUT, refuse as PATCH, refuse as DELETE }

function refuse(request: Request): Response {
  return respond(request, () => {
    throw methodNotAllowed(new URL(request.url).pathname, request.method)
  })
}

/** Returns the path's methods in `Allow`. */
export function OPTIONS(request: Request): Response {
  return respond(request, () => new Response(null, { status: 204 }))
}

function respond(request: Request, responseOf: () => Response): Response {
  const response = attempt(() => {
    admitHost(request.headers.get('host'))
    rejectNextInternals(request.headers)
    return responseOf()
  })
  if (response.status === 204 || response.status === 405)
    response.headers.set('allow', methodsOf(new URL(request.url).pathname).join(', '))
  return withSecurityHeaders(response, REFUSAL_PAGE_POLICY)
}

function attempt(responseOf: () => Response): Response {
  try {
    return responseOf()
  } catch (error) {
    return problemResponse(error, randomUUID())
  }
}
