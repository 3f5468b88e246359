import { problemError } from '../problem'
import type { Actor } from '../actor'

/** How long a sign-in is fresh. */
const FRESH_MS = 15 * 60_000

/** Returns how long the sign-in of a session stays fresh, 0 when it is not; null in the demo, which asks for none. */
export function freshSignInMs({ userId, session }: Actor, now: Date): number | null {
  if (userId === undefined) return null
  return Math.max(0, FRESH_MS - now.getTime() + (session?.authenticatedAt.getTime() ?? 0))
}

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
