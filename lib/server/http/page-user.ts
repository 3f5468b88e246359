import { PAGE_USER_HEADER } from '@/contract/console/request-headers'
import { type Actor, isSignedIn } from '../actor'
import { problemError } from '../problem'

/**
 * Rejects a request from a page that was made for another user, who signed in earlier in the same browser: a decision
 * of one user must not be carried out in another's name.
 * @throws ProblemError `signed_in_as_other`
 */
export function admitPageUser(headers: Headers, actor: Actor): void {
  const madeFor = headers.get(PAGE_USER_HEADER)
  if (madeFor === null || !isSignedIn(actor) || madeFor === encodeURIComponent(actor.name)) return
  throw problemError(
    'signed_in_as_other',
    'Someone else has signed in with this browser since this page was opened. Nothing was done. Reload the page.',
  )
}
