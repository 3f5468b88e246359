import { problemError } from '../problem'
import type { Actor } from '../actor'

/** How long a sign-in is fresh. */
const FRESH_MS = 15 * 60_000

/** Returns how long the sign-in of a session stays fresh, 0 when it is stale; null in the demo, which has no sign-in. */
export function freshSignInMs({ userId, session }: Actor, now: Date): number | null {
  if (userId === undefined) return null
  return Math.max(0, FRESH_MS - now.getTime() + (session?.authenticatedAt.getTime() ?? 0))
}

/** True when the user authenticated at most 15 minutes ago, and always in the demo, which has no sign-in. */
export function isFreshlySignedIn({ userId, session }: Actor, now: Date): boolean {
  if (userId === undefined) return true
  return session !== undefined && now.getTime() - session.authenticatedAt.getTime() <= FRESH_MS
}

/** Returns the problem of a change that cannot be undone and needs a fresh sign-in. */
export const freshSignInRequired = () =>
  problemError(
    'fresh_sign_in_required',
    'Nothing was sent: deleting needs a sign-in within the last 15 minutes. Confirm it is you; you come back here and can send it then.',
  )
