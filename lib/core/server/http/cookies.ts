import { createHash, randomBytes } from 'node:crypto'
import { isServedByHttps } from '../network/own-origin'

/** Returns 256 random bits as base64url: the token of a session, a browser or a one-time link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a token in hex, which the store keeps instead of the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A pending sign-in at the OpenID provider expires after this long, and so does its cookie. */
export const PENDING_MS = 10 * 60_000

/** With https, `__Host-` binds a cookie to this host. Over http, browsers refuse that prefix. */
const ownName = (name: string) => (isServedByHttps() ? `__Host-${name}` : name)
const sessionName = () => ownName('console-session')
const signInName = () => ownName('console-sign-in')
const knownBrowserName = () => ownName('console-browser')

/** Returns the session's token in a `Cookie` header; undefined without one. */
export const tokenOf = (cookies: string | null): string | undefined => cookieValue(cookies, sessionName())

/** Returns the token that binds a pending sign-in to this browser; undefined without a valid cookie. */
export const browserTokenOf = (cookies: string | null): string | undefined => validToken(cookies, signInName())

/** Returns the token that identifies a known browser. The token does not authenticate anyone. */
export const knownBrowserTokenOf = (cookies: string | null): string | undefined =>
  validToken(cookies, knownBrowserName())

/** Returns the value of a cookie in a `Cookie` header. The last of several has the path `/`, as ours have (RFC 6265, 5.4). */
function cookieValue(cookies: string | null, name: string): string | undefined {
  const prefix = `${name}=`
  const found = (cookies ?? '').split(/; ?/).findLast((cookie) => cookie.startsWith(prefix))
  return found?.slice(prefix.length)
}

function validToken(cookies: string | null, name: string): string | undefined {
  const token = cookieValue(cookies, name)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Returns the `Set-Cookie` of a session; null clears it. The cookie expires when the browser closes. */
export const sessionCookie = (token: string | null): string =>
  setCookie(sessionName(), token ?? '', { sameSite: 'Lax', ...(token === null && { maxAgeMs: 0 }) })

/** Returns the `Set-Cookie` of a pending sign-in; null clears it. Lax, because the browser returns from the provider's site. */
export const browserCookie = (token: string | null): string =>
  setCookie(signInName(), token ?? '', { sameSite: 'Lax', maxAgeMs: token === null ? 0 : PENDING_MS })

/** Returns the `Set-Cookie` of a known browser. */
export const knownBrowserCookie = (token: string, maxAgeMs: number): string =>
  setCookie(knownBrowserName(), token, { sameSite: 'Strict', maxAgeMs })

/** Holds the email of a rejected form for a minute, so that the person does not type it again. */
export const TYPED_EMAIL_COOKIE = 'console-typed-email'
const TYPED_EMAIL_MS = 60_000

/** Clears the cookie: the next person at this browser may be another one. */
export const clearedEmailCookie = () => typedEmailCookie('', '/sign-in', 0)

/** Returns a `Set-Cookie` that keeps the email for the form's page. */
export const typedEmailCookie = (email: string, path: string, maxAgeMs = TYPED_EMAIL_MS): string =>
  setCookie(TYPED_EMAIL_COOKIE, encodeURIComponent(email), { sameSite: 'Strict', maxAgeMs, path })

interface CookieOptions {
  sameSite: 'Lax' | 'Strict'
  /** Without it, the cookie expires when the browser closes. */
  maxAgeMs?: number
  path?: string
}

/** Returns a `Set-Cookie` that scripts cannot read, and that is sent by https only where the console is served by it. */
function setCookie(name: string, value: string, { sameSite, maxAgeMs, path = '/' }: CookieOptions): string {
  const attributes = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', `SameSite=${sameSite}`]
  if (isServedByHttps()) attributes.push('Secure')
  if (maxAgeMs !== undefined) attributes.push(`Max-Age=${maxAgeMs / 1000}`)
  return attributes.join('; ')
}
