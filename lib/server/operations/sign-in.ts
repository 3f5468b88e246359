import type { ConsoleInput } from '@/contract/console/operations'
import { letIn } from '../auth/let-in'
import { asProven, provePassword } from '../auth/prove-password'
import { safeNext } from '../auth/safe-next'
import { forgottenEmailCookie } from '../http/form-refusal'
import { Redirection } from '../http/redirection'
import { consoleStore } from '../store/console-store'
import type { OperationContext } from './operation-context'

/**
 * Signs in by e-mail address and password, and leads on to where somebody was.
 * @throws ProblemError as `provePassword`
 */
export async function signIn(
  context: OperationContext,
  { email, password, next }: ConsoleInput<'signIn'>,
): Promise<Redirection> {
  const db = await consoleStore()
  const proven = await provePassword(db, context, { action: 'signIn', email, password })
  const cookies = await asProven(db, proven, (tx, user) => letIn(tx, context, { action: 'signIn', user }))
  return new Redirection(safeNext(next), [...cookies, forgottenEmailCookie()])
}
