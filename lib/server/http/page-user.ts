import { PAGE_USER_HEADER } from '@/contract/console/operations'
import { type Actor, isSignedIn } from '../actor'
import { problemError } from '../problem'

/**
 * A page says for whom it was made: what somebody decided on it is not done in the name of who signed in since, in another
 * tab of the same browser.
 * @throws ProblemError `signed_in_as_other`
 */
export function admitPageUser(headers: Headers, actor: Actor): void {
  const madeFor = headers.get(PAGE_USER_HEADER)
  if (madeFor === null || !isSignedIn(actor) || madeFor === encodeURIComponent(actor.name)) return
  throw problemError(
    'signed_in_as_other',
    'Somebody else has signed in with this browser since this page was opened, and nothing was done. Load the page again.',
  )
}
