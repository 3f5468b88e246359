import type { ConsoleInput } from '@/contract/console/operations'
import { startSession } from './start-session'
import { endOwnSession, ownSession } from './own-session'
import { withVerifiedUser, verifyPassword } from './password/verify-password'
import { safeNext } from './safe-next'
import { Redirection } from '../redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from '../operation-context'

/**
 * Confirms the password of the signed-in user again, for changes that need a fresh sign-in.
 * @throws ProblemError `sign_in_required`, or as `verifyPassword`
 */
export async function stepUp(
  context: OperationContext,
  { password, next }: ConsoleInput<'stepUp'>,
): Promise<Redirection> {
  const { email, session } = ownSession(context)
  const db = await consoleStore()
  const verified = await verifyPassword(db, context, { action: 'stepUp', email, password, session })
  const cookies = await withVerifiedUser(db, verified, async (tx, user) => {
    await endOwnSession(tx, session)
    return startSession(tx, context, { action: 'stepUp', user })
  })
  return new Redirection(safeNext(next), cookies)
}
