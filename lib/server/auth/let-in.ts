import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operations/operation-context'
import { eventOf } from './account-event'
import { beginSession } from './begin-session'
import { forgiveAttempt } from './failed-attempts'
import type { UserRow } from '../users/user-view'
import { sessionCookie } from './session-cookie'

/**
 * Lets in somebody who has just proved by a password or a link who they are, in a transaction with what that changed: on
 * record, with a new session in the place of this browser's last.
 * @param action the operation that does it
 * @returns the cookie
 */
export async function letIn(
  tx: DatabaseTransaction,
  context: OperationContext,
  { action, user }: { action: string; user: Pick<UserRow, 'id' | 'email' | 'role'> },
): Promise<string> {
  const { peer, userAgent, actor } = context
  await forgiveAttempt(tx, { email: user.email, peer })
  await appendEntry(tx, eventOf(context, { action, email: user.email, outcome: 'done', as: user }))
  const token = await beginSession(tx, {
    userId: user.id,
    method: 'password',
    peer,
    userAgent,
    now: context.now(),
    replaces: actor.session?.tokenHash,
  })
  return sessionCookie(token)
}
