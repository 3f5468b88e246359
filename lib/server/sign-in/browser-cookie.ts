import { isServedByHttps } from '../network/own-origin'
import { cookieValue } from './session-cookie'
import { PENDING_MS } from './oidc/pending-sign-ins'

const cookieName = () => (isServedByHttps() ? '__Host-console-sign-in' : 'console-sign-in')

/** Returns the token that binds a pending sign-in to this browser; undefined without a valid cookie. */
export function browserTokenOf(cookies: string | null): string | undefined {
  const token = cookieValue(cookies, cookieName())
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Returns the `Set-Cookie`; null clears the cookie. SameSite=Lax, because the browser returns from the provider's site. */
export function browserCookie(token: string | null): string {
  const age = token === null ? 0 : PENDING_MS / 1000
  return `${cookieName()}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${isServedByHttps() ? '; Secure' : ''}; Max-Age=${age}`
}
