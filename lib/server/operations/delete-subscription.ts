import type { ConsoleInput } from '@/contract/console/operations'
import type { WriteReport } from '@/contract/console/write-operation'
import { runWrite } from '../writes/run-write'
import type { OperationContext } from './operation-context'

/**
 * Deletes a subscription (section 4.2): sent once, and told by what is read again. An active one must be cancelled first.
 * @throws ProblemError as `runWrite`
 */
export function deleteSubscription(
  context: OperationContext,
  { id, reason, ticket, seen = {} }: ConsoleInput<'deleteSubscription'>,
): Promise<WriteReport> {
  return runWrite(context, { action: 'delete', subscriptionId: id, reason, ticket, seen })
}
