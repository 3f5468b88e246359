import type { Problem } from '@/contract/console/problem'
import { safeNext } from '../sign-in/sign-in-rules'
import { typedEmailCookie } from '../sign-in/cookies'

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
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
  const place = isSignedOut ? '/sign-in' : page
  headers.set('location', query.size > 0 ? `${place}?${query}` : place)
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  if (typeof email === 'string' && email.length <= MAX_EMAIL_CHARACTERS)
    headers.append('set-cookie', typedEmailCookie(email, page))
  return new Response(null, { status: 303, headers })
}
