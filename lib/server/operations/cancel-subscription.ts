import type { ConsoleInput } from '@/contract/console/operations'
import type { WriteReport } from '@/contract/console/write-operation'
import { runWrite } from '../writes/run-write'
import type { OperationContext } from './operation-context'

/**
 * Cancels a subscription (section 4.1): sent once, and told by what is read again.
 * @throws ProblemError as `runWrite`
 */
export function cancelSubscription(
  context: OperationContext,
  { id, externalCustomerId, reason, ticket, seen = {} }: ConsoleInput<'cancelSubscription'>,
): Promise<WriteReport> {
  return runWrite(context, { action: 'cancel', subscriptionId: id, externalCustomerId, reason, ticket, seen })
}
