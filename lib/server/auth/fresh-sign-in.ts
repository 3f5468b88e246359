import { problemError } from '../problem'
import type { Actor } from './actor'

/** For so long nobody is asked again who they are. */
const FRESH_MS = 15 * 60_000

/** Whether somebody proved a short while ago who they are. The demo, which nobody signs in to, has nothing to ask for. */
export function isFreshlySignedIn({ userId, session }: Actor, now: Date): boolean {
  if (userId === undefined) return true
  return session !== undefined && now.getTime() - session.authenticatedAt.getTime() <= FRESH_MS
}

/** Why what cannot be undone is not done yet. */
export const freshSignInRequired = () =>
  problemError(
    'fresh_sign_in_required',
    'What deletes a subscription asks for a sign-in of the last 15 minutes, and nothing was sent. Confirm that it is you: then you come back here, and can send it.',
  )
