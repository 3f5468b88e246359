import { randomBytes, randomUUID } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { problemResponse, withSecurityHeaders } from '@/lib/core/server/http/responses'
import { admitHost } from '@/lib/core/server/network/own-origin'
import { methodNotAllowed, methodsOf, rejectNextInternals } from '@/lib/core/server/http/methods'
import { problemError, ProblemError, toProblem } from '@/lib/core/server/problem'
import { asksForPage, REFUSAL_PAGE_POLICY, refusalPage } from '@/lib/core/server/http/refusal-page'

/**
 * Runs before every page, and before the API paths that Next would answer with a bare 500 or a redirect. Sends those
 * refusals, the nonce of the page's scripts, and the security headers. `lib/handle` checks all other API
 * requests, and all permissions. Scripts and styles get their headers in `next.config.mjs`.
 */
export function proxy(request: NextRequest): Response {
  const refusal = refusalOf(request)
  if (refusal) return refusalResponse(request, refusal)
  const nonce = randomBytes(16).toString('base64')
  // The console's API returns data, files, and a page when a file fails.
  const isApi = request.nextUrl.pathname.startsWith('/api/')
  const policy = isApi ? REFUSAL_PAGE_POLICY : contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  // Next reads the nonce for its own scripts from this header, the root layout from the other.
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  // The path to return to after sign-in, because Next does not give a page its address.
  headers.set('x-console-path', request.nextUrl.pathname + request.nextUrl.search)
  const response = withSecurityHeaders(NextResponse.next({ request: { headers } }), policy)
  if (!request.nextUrl.pathname.startsWith('/_next/')) response.headers.set('cache-control', 'private, no-store')
  return response
}

/** The requests that Next sends through `proxy`: pages, and API paths and files with a malformed address. */
export const config = {
  matcher: [
    '/((?!api/|_next/static/).*)',
    '/api/(.*%.*)',
    '/api/(.*/)',
    '/_next/static/(.*%.*)',
    // Next redirects a request for a page's data, whatever its Host.
    { source: '/api/(.*)', has: [{ type: 'header', key: 'rsc' }] },
  ],
}

function refusalOf(request: NextRequest): ProblemError | undefined {
  try {
    admit(request)
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

function admit(request: NextRequest): void {
  const { pathname } = request.nextUrl
  // Load balancers ask under the address of the machine.
  if (pathname === '/healthz' || pathname === '/readyz') return
  admitHost(request.headers.get('host'))
  // Set by `scripts/start/server-limits.mjs`, which replaces such a target by `/`.
  if (request.headers.get('x-console-target') === 'malformed')
    throw problemError(
      'invalid_request',
      'The address must be a path of the console without empty segments or backslashes, and no field may be named __proto__. Check it.',
    )
  if (!isDecodable(pathname)) throw problemError('invalid_id', 'The address contains an invalid % sequence. Check it.')
  // An id of "." or ".." arrives with its segment removed, which leaves a slash at the end.
  if (pathname.startsWith('/api/') && pathname.endsWith('/'))
    throw problemError('invalid_id', 'The ID at the end of the address is missing; "." and ".." are not IDs.')
  if (!pathname.startsWith('/api/')) admitToPages(request)
}

/** Accepts only reads of pages. */
function admitToPages({ headers, method, nextUrl: { pathname } }: NextRequest): void {
  rejectNextInternals(headers)
  if (/^\/_next\/image(\/|$)/.test(pathname))
    throw problemError('route_not_found', 'The console has no such path. Check the address.')
  if (!methodsOf(pathname).includes(method)) throw methodNotAllowed(pathname, method)
}

/** Returns a page to a navigating browser, and problem+json to scripts and clients of the API. */
function refusalResponse(request: NextRequest, refusal: ProblemError): Response {
  const requestId = randomUUID()
  const isPage = !request.nextUrl.pathname.startsWith('/api/') && asksForPage(request)
  const response = isPage
    ? withSecurityHeaders(refusalPage(toProblem(refusal, requestId)), REFUSAL_PAGE_POLICY)
    : withSecurityHeaders(problemResponse(refusal, requestId))
  if (refusal.problem.code === 'method_not_allowed')
    response.headers.set('allow', methodsOf(request.nextUrl.pathname).join(', '))
  return response
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Next's development overlay writes its styles inline.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
