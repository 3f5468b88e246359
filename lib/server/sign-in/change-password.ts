import { eq } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { startSession } from './start-session'
import { forgetBrowsers } from './known-browsers'
import { hashPassword } from './password/password'
import { validateNewPassword } from './password/new-password'
import { deleteLinks } from './one-time-link'
import { endOwnSession, ownSession } from './own-session'
import { withVerifiedUser, verifyPassword } from './password/verify-password'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import { sessions, users } from '../store/schema'
import type { OperationContext } from '../operation-context'

/**
 * Changes the password of the signed-in user, who confirms it with the current one. Ends every session and starts a new one.
 * @throws ProblemError `password_refused`, or as `verifyPassword`
 */
export async function changePassword(
  context: OperationContext,
  { password, newPassword }: ConsoleInput<'changePassword'>,
): Promise<Redirection> {
  const { userId, email, session } = ownSession(context)
  const db = await consoleStore()
  await validateNewPassword(newPassword, email)
  const verified = await verifyPassword(db, context, { action: 'changePassword', email, password, session })
  const passwordHash = await hashPassword(newPassword)
  const cookies = await withVerifiedUser(db, verified, async (tx, user) => {
    await endOwnSession(tx, session)
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await deleteLinks(tx, userId)
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await forgetBrowsers(tx, userId)
    return startSession(tx, context, { action: 'changePassword', user })
  })
  return new Redirection('/account?done=password', cookies)
}
