import { isServedByHttps } from '../network/own-origin'

/** Holds the email of a rejected form for a minute, so that the person does not type it again. */
export const TYPED_EMAIL_COOKIE = 'console-typed-email'
const MAX_AGE_SECONDS = 60

/** Clears the cookie: the next person at this browser may be another one. */
export const clearedEmailCookie = () => typedEmailCookie('', '/sign-in', 0)

/** Returns a `Set-Cookie` that keeps the email for the form's page. */
export function typedEmailCookie(email: string, page: string, seconds = MAX_AGE_SECONDS): string {
  const secure = isServedByHttps() ? '; Secure' : ''
  const value = encodeURIComponent(email)
  return `${TYPED_EMAIL_COOKIE}=${value}; Path=${page}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
