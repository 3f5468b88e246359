import type { ConsoleInput } from '@/contract/console/operations'
import { startSession } from './start-session'
import { withVerifiedUser, verifyPassword } from './password/verify-password'
import { safeNext } from './safe-next'
import { clearedEmailCookie } from './typed-email-cookie'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from '../operation-context'

/**
 * Signs in by email and password, and redirects to the page that the user came from.
 * @throws ProblemError as `verifyPassword`
 */
export async function signIn(
  context: OperationContext,
  { email, password, next }: ConsoleInput<'signIn'>,
): Promise<Redirection> {
  const db = await consoleStore()
  const verified = await verifyPassword(db, context, { action: 'signIn', email, password })
  const cookies = await withVerifiedUser(db, verified, (tx, user) =>
    startSession(tx, context, { action: 'signIn', user }),
  )
  return new Redirection(safeNext(next), [...cookies, clearedEmailCookie()])
}
