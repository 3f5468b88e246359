import { isServedByHttps } from '../network/own-origin'

/** Bound to this host by its name where there is https; a plain name on this machine, where browsers refuse `__Host-`. */
const cookieName = () => (isServedByHttps() ? '__Host-console-session' : 'console-session')

/** The session's token in a `Cookie` header; undefined where there is none. */
export const tokenOf = (cookies: string | null): string | undefined => cookieValue(cookies, cookieName())

/** The value of a cookie in a `Cookie` header: of several the last, which is for the whole site as ours are (RFC 6265, 5.4). */
export function cookieValue(cookies: string | null, name: string): string | undefined {
  const prefix = `${name}=`
  const found = (cookies ?? '').split(/; ?/).findLast((cookie) => cookie.startsWith(prefix))
  return found?.slice(prefix.length)
}

/** The `Set-Cookie` that gives a browser this session, or with null takes it away. It ends with the browser, or before. */
export function sessionCookie(token: string | null): string {
  const expiry = token === null ? '; Max-Age=0' : ''
  return `${cookieName()}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${isServedByHttps() ? '; Secure' : ''}${expiry}`
}
