import { eq } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { recordedTransaction } from '../audit/append-entry'
import { forgetBrowsers } from './known-browsers'
import { startSession } from './start-session'
import { hashNewPassword } from './password/new-password'
import { findLinkUser, linkNotValid, consumeLink } from './one-time-link'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import { oneTimeLinks, sessions, users } from '../store/schema'
import type { OperationContext } from '../operation-context'

/**
 * Sets the password of the link's user, ends all their sessions and signs them in.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export async function resetPassword(
  context: OperationContext,
  { token, password }: ConsoleInput<'resetPassword'>,
): Promise<Redirection> {
  const use = { token, purpose: 'reset', now: context.now() } as const
  const db = await consoleStore()
  const userId = await findLinkUser(db, use)
  const [user] = userId === null ? [] : await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined || user.disabledAt !== null) throw linkNotValid()
  const { id, email, role } = user
  const passwordHash = await hashNewPassword(password, email)
  const cookies = await recordedTransaction(db, async (tx) => {
    await consumeLink(tx, use)
    await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, id))
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
    await tx.delete(sessions).where(eq(sessions.userId, id))
    await forgetBrowsers(tx, id)
    return startSession(tx, context, { action: 'resetPassword', user: { id, email, role } })
  })
  return new Redirection('/', cookies)
}
