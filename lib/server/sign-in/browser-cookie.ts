import { isServedByHttps } from '../network/own-origin'
import { cookieValue } from './session-cookie'
import { PENDING_MS } from './oidc/pending-sign-ins'

const cookieName = () => (isServedByHttps() ? '__Host-console-sign-in' : 'console-sign-in')

/** What binds a sign-in on its way to this browser, in a `Cookie` header; undefined where there is none of ours. */
export function browserTokenOf(cookies: string | null): string | undefined {
  const token = cookieValue(cookies, cookieName())
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Its `Set-Cookie`; null takes it away. Lax, as the browser comes back from another site. */
export function browserCookie(token: string | null): string {
  const age = token === null ? 0 : PENDING_MS / 1000
  return `${cookieName()}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${isServedByHttps() ? '; Secure' : ''}; Max-Age=${age}`
}
