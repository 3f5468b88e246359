import { isServedByHttps } from '../network/own-origin'

/** With https, `__Host-` binds the cookie to this host. Over http, browsers refuse that prefix. */
const cookieName = () => (isServedByHttps() ? '__Host-console-session' : 'console-session')

/** Returns the session's token in a `Cookie` header; undefined without one. */
export const tokenOf = (cookies: string | null): string | undefined => cookieValue(cookies, cookieName())

/** Returns the value of a cookie in a `Cookie` header. The last of several has the path `/`, as ours have (RFC 6265, 5.4). */
export function cookieValue(cookies: string | null, name: string): string | undefined {
  const prefix = `${name}=`
  const found = (cookies ?? '').split(/; ?/).findLast((cookie) => cookie.startsWith(prefix))
  return found?.slice(prefix.length)
}

/** Returns the `Set-Cookie` of a session; null clears it. The cookie expires when the browser closes. */
export function sessionCookie(token: string | null): string {
  const expiry = token === null ? '; Max-Age=0' : ''
  return `${cookieName()}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${isServedByHttps() ? '; Secure' : ''}${expiry}`
}
