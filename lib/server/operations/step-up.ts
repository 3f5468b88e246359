import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from '../auth/let-in'
import { ownSession } from '../auth/own-session'
import { withProvenUser } from '../auth/prove-password'
import { safeNext } from '../auth/safe-next'
import { Redirection } from '../http/redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from './operation-context'

/**
 * Takes the password of whoever is signed in once more, for what asks for a fresh sign-in.
 * @throws ProblemError as `withProvenUser`
 */
export async function stepUp(
  context: OperationContext,
  { password, next }: ConsoleInput<'stepUp'>,
): Promise<Redirection> {
  const { email } = ownSession(context)
  const db = await consoleStore()
  const cookie = await withProvenUser(db, context, { action: 'stepUp', email, password }, (tx, user) =>
    letIn(tx, context, { action: 'stepUp', user }),
  )
  return new Redirection(safeNext(next), [cookie])
}
