import { isServedByHttps } from '../network/own-origin'
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.mjs'

/** Sets the security headers of a response, and returns it. */
export function withSecurityHeaders<R extends Response>(response: R, policy = DATA_POLICY): R {
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  if (isServedByHttps()) response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return response
}
