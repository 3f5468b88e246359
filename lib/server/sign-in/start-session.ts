import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { accountEvent } from './account-event'
import { insertSession } from './insert-session'
import { rememberBrowser } from './known-browsers'
import type { UserRow } from '../store/user-view'
import { sessionCookie } from './session-cookie'

/**
 * Lets in somebody who has just proved by a password or a link who they are, in a transaction with what that changed: on
 * record, with a new session in the place of this browser's last, which is known from now on.
 * @param action the operation that does it
 * @returns the cookies, each a whole `Set-Cookie`
 */
export async function startSession(
  tx: DatabaseTransaction,
  context: OperationContext,
  { action, user }: { action: string; user: Pick<UserRow, 'id' | 'email' | 'role'> },
): Promise<string[]> {
  const { peer, userAgent, actor, knownBrowserToken } = context
  await appendEntry(tx, accountEvent(context, { action, email: user.email, outcome: 'done', as: user }))
  const token = await insertSession(tx, {
    userId: user.id,
    method: 'password',
    peer,
    userAgent,
    now: context.now(),
    replaces: actor.session?.tokenHash,
  })
  const browser = await rememberBrowser(tx, { userId: user.id, token: knownBrowserToken, now: context.now() })
  return [sessionCookie(token), browser]
}
