import { eq } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from './let-in'
import { forgetBrowsersOf } from './known-browsers'
import { hashPassword } from './password/password'
import { admitNewPassword } from './password/new-password'
import { dropLinksOf } from './one-time-link'
import { endOwnSession, ownSession } from './own-session'
import { asProven, provePassword } from './password/prove-password'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import { sessions, users } from '../store/schema'
import type { OperationContext } from '../operation-context'

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
