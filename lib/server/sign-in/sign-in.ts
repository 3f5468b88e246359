import type { ConsoleInput } from '@/contract/console/operations'
import { startSession } from './start-session'
import { withVerifiedUser, verifyPassword } from './password/verify-password'
import { safeNext } from './safe-next'
import { clearedEmailCookie } from './typed-email-cookie'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from '../operation-context'

/**
 * Signs in by e-mail address and password, and leads on to where somebody was.
 * @throws ProblemError as `verifyPassword`
 */
export async function signIn(
  context: OperationContext,
  { email, password, next }: ConsoleInput<'signIn'>,
): Promise<Redirection> {
  const db = await consoleStore()
  const proven = await verifyPassword(db, context, { action: 'signIn', email, password })
  const cookies = await withVerifiedUser(db, proven, (tx, user) =>
    startSession(tx, context, { action: 'signIn', user }),
  )
  return new Redirection(safeNext(next), [...cookies, clearedEmailCookie()])
}
