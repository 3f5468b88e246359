import type { Redirection } from '../redirection'
import { FORM_MEDIA_TYPE, mediaTypeOf } from './body'

/** Redirects a form with a 303. A script gets the address in a `LedOn` and navigates itself. Must not be cached. */
export function redirectionResponse(
  { location, cookies }: Redirection,
  { headers: requestHeaders, method }: Request,
  requestId: string,
): Response {
  const isScript = method !== 'GET' && mediaTypeOf(requestHeaders) !== FORM_MEDIA_TYPE
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  headers.set(isScript ? 'content-type' : 'location', isScript ? 'application/json; charset=utf-8' : location)
  return new Response(isScript ? JSON.stringify({ accepted: true, location }) : null, {
    status: isScript ? 200 : 303,
    headers,
  })
}
