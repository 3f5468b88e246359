import { eq } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from '../auth/let-in'
import { forgetBrowsersOf } from '../auth/known-browsers'
import { hashPassword } from '../auth/password'
import { admitNewPassword } from '../auth/new-password'
import { dropLinksOf } from '../auth/one-time-link'
import { endOwnSession, ownSession } from '../auth/own-session'
import { asProven, provePassword } from '../auth/prove-password'
import { Redirection } from '../http/redirection'
import { consoleStore } from '../store/console-store'
import { sessions, users } from '../store/schema'
import type { OperationContext } from './operation-context'

/**
 * Changes the password of whoever asks, who proves it by the one they have. Every session ends; the browser gets a new one.
 * @throws ProblemError `password_refused`, or as `provePassword`
 */
export async function changePassword(
  context: OperationContext,
  { password, newPassword }: ConsoleInput<'changePassword'>,
): Promise<Redirection> {
  const { userId, email, session } = ownSession(context)
  const db = await consoleStore()
  await admitNewPassword(newPassword, email)
  const proven = await provePassword(db, context, { action: 'changePassword', email, password, session })
  const passwordHash = await hashPassword(newPassword)
  const cookies = await asProven(db, proven, async (tx, user) => {
    await endOwnSession(tx, session)
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await dropLinksOf(tx, userId)
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await forgetBrowsersOf(tx, userId)
    return letIn(tx, context, { action: 'changePassword', user })
  })
  return new Redirection('/account?done=password', cookies)
}
