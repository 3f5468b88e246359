import type { Problem } from '@/contract/console/problem'
import { safeNext } from '../sign-in/safe-next'
import { typedEmailCookie } from '../sign-in/typed-email-cookie'

const MOST_EMAIL_CHARACTERS = 254

interface RefusedForm {
  /** The page that the form stands on. */
  page: string
  problem: Problem
  /** As far as they were read. */
  fields: Record<string, unknown>
}

/**
 * Leads a form that was refused back to its page, which says why by the code, and how long the next try takes or has to
 * wait; whoever has to sign in is led there. Nothing
 * typed stands in the address: the e-mail comes back by a cookie, a password not at all.
 */
export function formRefusal({ page, problem, fields }: RefusedForm): Response {
  const { code, requestId, retryAfterSeconds } = problem
  const isSignedOut = code === 'sign_in_required'
  const query = new URLSearchParams(isSignedOut ? {} : { error: code })
  if (!isSignedOut && retryAfterSeconds !== undefined) query.set('wait', String(retryAfterSeconds))
  const next = safeNext(fields.next)
  if (next !== '/') query.set('next', next)
  // The link's own, of which the form is a part.
  const { token, email } = fields
  if (typeof token === 'string' && /^[\w-]{1,256}$/.test(token)) query.set('token', token)
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
  const place = isSignedOut ? '/sign-in' : page
  headers.set('location', query.size > 0 ? `${place}?${query}` : place)
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
  if (typeof email === 'string' && email.length <= MOST_EMAIL_CHARACTERS)
    headers.append('set-cookie', typedEmailCookie(email, page))
  return new Response(null, { status: 303, headers })
}
