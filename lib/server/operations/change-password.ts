import { eq } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from '../auth/let-in'
import { newPasswordHash } from '../auth/new-password'
import { ownSession } from '../auth/own-session'
import { withProvenUser } from '../auth/prove-password'
import { Redirection } from '../http/redirection'
import { consoleStore } from '../store/console-store'
import { sessions, users } from '../store/schema'
import type { OperationContext } from './operation-context'

/**
 * Changes the password of whoever asks, who proves it by the one they have. Every session ends; the browser gets a new one.
 * @throws ProblemError `password_refused`, or as `withProvenUser`
 */
export async function changePassword(
  context: OperationContext,
  { password, newPassword }: ConsoleInput<'changePassword'>,
): Promise<Redirection> {
  const { userId, email } = ownSession(context)
  const passwordHash = await newPasswordHash(newPassword, email)
  const db = await consoleStore()
  const cookie = await withProvenUser(db, context, { action: 'changePassword', email, password }, async (tx, user) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    return letIn(tx, context, { action: 'changePassword', user })
  })
  return new Redirection('/account?done=password', [cookie])
}
