import { eq } from 'drizzle-orm'
import type { DatabaseTransaction } from '@/database/open-database'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { sessions } from '../store/schema'
import type { Session } from '../actor'

/** Ends the session of the request. @throws ProblemError `sign_in_required` when another request ended it first */
export async function endOwnSession(tx: DatabaseTransaction, { tokenHash }: Session): Promise<void> {
  const ended = await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ id: sessions.id })
  if (ended.length === 0)
    throw problemError('sign_in_required', 'Your session has ended. Nothing was changed. Sign in again.')
}

/** Returns the signed-in user and session. @throws ProblemError `not_allowed` for the demo's actor, who has neither */
export function ownSession({ actor }: OperationContext): { userId: string; email: string; session: Session } {
  const { userId, name: email, session } = actor
  if (userId !== undefined && session !== undefined) return { userId, email, session }
  throw problemError('not_allowed', 'The demo has no accounts. Nothing was changed. Set up sign-in to have one.')
}
