import type { DatabaseTransaction } from '@/database/open-database'
import { appendEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'
import { accountEvent } from './account-event'
import { insertSession } from './insert-session'
import { rememberBrowser } from './known-browsers'
import type { UserRow } from '../store/user-view'
import { sessionCookie } from './session-cookie'

/**
 * Starts a session for a user who authenticated by a password or a link. Appends the audit entry, replaces the browser's
 * last session and remembers the browser, all in the caller's transaction.
 * @param action the operation's name
 * @returns the cookies, each a complete `Set-Cookie`
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
