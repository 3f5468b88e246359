import type { OperationContext } from '../operations/operation-context'
import { problemError } from '../problem'
import type { Session } from './actor'

/** Whoever asks, as a user with a session. @throws ProblemError `not_allowed` to the demo's actor, who has neither */
export function ownSession({ actor }: OperationContext): { userId: string; email: string; session: Session } {
  const { userId, name: email, session } = actor
  if (userId !== undefined && session !== undefined) return { userId, email, session }
  throw problemError('not_allowed', 'The demo has no account, and nothing was done. Set up the console to have one.')
}
