import type { Download } from '../../download'
import type { Problem } from '../../problem'
import { BUILD, BUILD_HEADER } from '../../request-headers'
import { contentDisposition } from '../csv/file-name'
import { log, logFieldsOf } from '../log'
import { isServedByHttps } from '../network/own-origin'
import { toProblem } from '../problem'
import type { Redirection } from '../redirection'
import { safeNext } from '../sign-in-rules'
import { typedEmailCookie } from './cookies'
import { FORM_MEDIA_TYPE, mediaTypeOf } from './request-input'
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.mjs'

/** Sets the security headers of a response, and returns it. */
export function withSecurityHeaders<R extends Response>(response: R, policy = DATA_POLICY): R {
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  if (isServedByHttps()) response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return response
}

/** Returns a JSON text as a response that must not be cached. */
export function jsonResponse(
  body: string,
  requestId: string,
  { status = 200, type = 'application/json' } = {},
): Response {
  // Without a length Node sends the body in chunks, each with its own write.
  const headers = { ...jsonHeadersOf(requestId, type), 'content-length': String(Buffer.byteLength(body)) }
  return new Response(body, { status, headers })
}

/** Returns an error as problem+json that must not be cached. */
export function problemResponse(error: unknown, requestId: string): Response {
  const problem = toProblem(error, requestId)
  const { status, retryAfterSeconds } = problem
  const response = jsonResponse(JSON.stringify(problem), requestId, { status, type: 'application/problem+json' })
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  if (problem.code === 'sign_in_required' || problem.code === 'access_key_refused')
    response.headers.set('www-authenticate', 'Bearer')
  return response
}

/** Longer lists are sent in parts of this many items. */
const ITEMS_A_PART = 1_000
/** Shorter texts are buffered before they are written. */
const MIN_CHARACTERS = 16 * 1024
/** A client that reads a long response for longer is cut off, because the whole output stays in memory until then. */
const MAX_OUTPUT_MS = 2 * 60_000

/**
 * Returns the output of an operation as a response that must not be cached. An output with a long list is serialized
 * while the client reads it, so that its text is never in memory as a whole.
 */
export function outputResponse(output: unknown, request: Request, requestId: string, status: number): Response {
  if (!hasLongList(output)) return jsonResponse(JSON.stringify(output), requestId, { status })
  const body =
    request.method === 'HEAD'
      ? null
      : streamBody(encoded(objectInParts(output)), request, requestId, { maxMs: MAX_OUTPUT_MS })
  return new Response(body, { status, headers: jsonHeadersOf(requestId) })
}

/** The headers of every response; `withSecurityHeaders` adds the others. */
const headersOf = (requestId: string, contentType?: string) => ({
  ...(contentType !== undefined && { 'content-type': contentType }),
  'cache-control': 'private, no-store',
  'x-request-id': requestId,
})

const jsonHeadersOf = (requestId: string, type = 'application/json') => ({
  ...headersOf(requestId, `${type}; charset=utf-8`),
  [BUILD_HEADER]: BUILD,
})

function hasLongList(output: unknown): output is object {
  return Object.values(Object(output)).some((field) => Array.isArray(field) && field.length > ITEMS_A_PART)
}

/** Produces the same text as `JSON.stringify`. */
function* objectInParts(object: object): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(object)) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(field)) yield* listInParts(field)
    else yield JSON.stringify(field)
    before = ','
  }
  yield '}'
}

function* listInParts(list: readonly unknown[]): Generator<string> {
  for (let start = 0; start < list.length; start += ITEMS_A_PART) {
    const part = JSON.stringify(list.slice(start, start + ITEMS_A_PART)).slice(1, -1)
    yield `${start === 0 ? '[' : ','}${part}`
  }
  yield list.length === 0 ? '[]' : ']'
}

async function* encoded(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let ready = ''
  for (const text of texts) {
    ready += text
    if (ready.length < MIN_CHARACTERS) continue
    yield Buffer.from(ready)
    ready = ''
  }
  yield Buffer.from(ready)
}

/** Redirects a form with a 303. A script gets a `RedirectResponse` and navigates itself. Must not be cached. */
export function redirectionResponse(
  { location, cookies }: Redirection,
  { headers: requestHeaders, method }: Request,
  requestId: string,
): Response {
  const isScript = method !== 'GET' && mediaTypeOf(requestHeaders) !== FORM_MEDIA_TYPE
  const headers = new Headers(headersOf(requestId))
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  headers.set(isScript ? 'content-type' : 'location', isScript ? 'application/json; charset=utf-8' : location)
  return new Response(isScript ? JSON.stringify({ accepted: true, location }) : null, {
    status: isScript ? 200 : 303,
    headers,
  })
}

const MAX_EMAIL_CHARACTERS = 254

interface RefusedForm {
  /** The path of the page that contains the form. */
  page: string
  problem: Problem
  /** The fields that could be read. */
  fields: Record<string, unknown>
}

/**
 * Redirects a refused form back to its page, with the error code and the waiting time in the query, or to the sign-in
 * page when the session is over. The address contains no typed text: a cookie carries the email; the password is
 * dropped.
 */
export function formRefusal({ page, problem, fields }: RefusedForm): Response {
  const { code, requestId, retryAfterSeconds } = problem
  const isSignedOut = code === 'sign_in_required'
  const query = new URLSearchParams(isSignedOut ? {} : { error: code })
  if (!isSignedOut && retryAfterSeconds !== undefined) query.set('wait', String(retryAfterSeconds))
  const next = safeNext(fields.next)
  if (next !== '/') query.set('next', next)
  // Keeps the token of the link that led to the form.
  const { token, email } = fields
  if (typeof token === 'string' && /^[\w-]{1,256}$/.test(token)) query.set('token', token)
  const headers = new Headers(headersOf(requestId))
  const place = isSignedOut ? '/sign-in' : page
  headers.set('location', query.size > 0 ? `${place}?${query}` : place)
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  if (typeof email === 'string' && email.length <= MAX_EMAIL_CHARACTERS)
    headers.append('set-cookie', typedEmailCookie(email, page))
  return new Response(null, { status: 303, headers })
}

/** Returns a file as a streamed response, with backpressure. Stops producing it when the client leaves. */
export function downloadResponse(
  { fileName, mediaType, bytes }: Download,
  request: Request,
  requestId: string,
): Response {
  const headers = { ...headersOf(requestId, mediaType), 'content-disposition': contentDisposition(fileName) }
  if (request.method !== 'HEAD') return new Response(streamBody(bytes, request, requestId), { headers })
  void bytes.return?.()
  return new Response(null, { headers })
}

/** A response that its client has not read for this long is given up, so that it releases its slot. */
const MAX_STANDSTILL_MS = 10 * 60 * 1000

/**
 * Returns bytes as a response body, with backpressure. Stops producing them when the client leaves.
 * @param request kept referenced, because the signal of a collected request never aborts
 * @param options `maxMs` bounds the total time
 */
function streamBody(
  bytes: AsyncIterator<Uint8Array>,
  request: Request,
  requestId: string,
  { maxMs }: { maxMs?: number } = {},
): ReadableStream<Uint8Array> {
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(standstill)
    clearTimeout(total)
    request.signal.removeEventListener('abort', stop)
    void bytes.return?.()
  }
  let standstill = setTimeout(stop, MAX_STANDSTILL_MS)
  // A timer, because a signal known only to `AbortSignal.any` may be collected too early.
  const total = maxMs === undefined ? undefined : setTimeout(stop, maxMs)
  request.signal.addEventListener('abort', stop, { once: true })
  // The client may have left while the first chunk was produced, before the listener was added.
  if (request.signal.aborted) stop()
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(standstill)
      try {
        const { done, value } = await bytes.next()
        if (isOver) {
          controller.error(new Error('The client left'))
          return
        }
        if (!done) {
          controller.enqueue(value)
          standstill = setTimeout(() => {
            stop()
            controller.error(new Error('The client stopped reading'))
          }, MAX_STANDSTILL_MS)
          return
        }
        stop()
        controller.close()
      } catch (error) {
        log().error({ event: 'streamed', requestId, ...logFieldsOf(error) })
        stop()
        controller.error(error)
      }
    },
    cancel: stop,
  })
}
