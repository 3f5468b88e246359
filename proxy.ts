import { randomBytes, randomUUID } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { problemResponse } from '@/lib/server/http/handle'
import { admitHost, isServedByHttps } from '@/lib/server/network/own-origin'
import { MAX_BODY_BYTES, tooLarge } from '@/lib/server/http/body'
import { methodsOf } from '@/lib/server/http/methods-of'
import { problemError, ProblemError, toProblem } from '@/lib/server/problem'
import { asksForPage, REFUSAL_PAGE_POLICY, refusalPage } from '@/lib/server/http/refusal-page'

/**
 * Runs first for every request, also for scripts and styles. Sends the refusals that Next would send as a bare 500 or a
 * redirect, the nonce of the page's scripts, and the security headers. Permissions are checked in
 * `lib/server/http/handle`, never here.
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
  if (pathname === '/healthz') return
  admitHost(request.headers.get('host'))
  // Set by `scripts/server-limits.mjs`, which replaces such a target by `/`.
  if (request.headers.get('x-console-target') === 'malformed')
    throw problemError(
      'invalid_request',
      'The request target must be a path of the console, without empty segments and backslashes. Check the address.',
    )
  if (!isDecodable(pathname)) throw problemError('invalid_id', 'The address contains an invalid % sequence. Check it.')
  // An id of "." or ".." arrives with its segment removed, which leaves a slash at the end.
  if (pathname.startsWith('/api/') && pathname.endsWith('/'))
    throw problemError('invalid_id', 'The ID at the end of the address is missing; "." and ".." are not IDs.')
  rejectUnsupported(request)
}

/** Headers for Next features that the console does not use: server actions, and skipping this file. */
const NEXT_INTERNALS = ['next-action', 'x-middleware-subrequest']

/** Accepts only what the console serves: reads of pages, calls of its API, and bodies within the limit. */
function rejectUnsupported({ headers, method, nextUrl: { pathname } }: NextRequest): void {
  const internal = NEXT_INTERNALS.find((name) => headers.has(name))
  if (internal !== undefined)
    throw problemError('invalid_request', `The console does not accept requests with the header ${internal}.`)
  if (/^\/_next\/image(\/|$)/.test(pathname))
    throw problemError('route_not_found', 'The console has no such path. Check the address.')
  const methods = methodsOf(pathname)
  if (methods.length > 0 && !methods.includes(method))
    throw problemError(
      'method_not_allowed',
      pathname.startsWith('/api/')
        ? `This path does not accept ${method}. Nothing was done. It accepts ${methods.join(', ')}.`
        : 'Pages accept only GET and HEAD. Nothing was done.',
    )
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
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

/** Denies all browser features except the clipboard, which copies ids. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'ambient-light-sensor',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

function withSecurityHeaders<R extends Response>(
  response: R,
  policy = "default-src 'none'; frame-ancestors 'none'",
): R {
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  // Not `no-referrer`: with that, browsers send a form with the origin `null`.
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('x-frame-options', 'DENY')
  response.headers.set('permissions-policy', PERMISSIONS_POLICY)
  if (isServedByHttps()) response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  response.headers.set('cross-origin-resource-policy', 'same-origin')
  return response
}
