import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from '../auth/let-in'
import { withProvenUser } from '../auth/prove-password'
import { safeNext } from '../auth/safe-next'
import { Redirection } from '../http/redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from './operation-context'

/**
 * Signs in by e-mail address and password, and leads on to where somebody was.
 * @throws ProblemError as `withProvenUser`
 */
export async function signIn(
  context: OperationContext,
  { email, password, next }: ConsoleInput<'signIn'>,
): Promise<Redirection> {
  const db = await consoleStore()
  const cookie = await withProvenUser(db, context, { action: 'signIn', email, password }, (tx, user) =>
    letIn(tx, context, { action: 'signIn', user }),
  )
  return new Redirection(safeNext(next), [cookie])
}
