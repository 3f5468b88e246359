import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'
import { sendWrite } from '../writes/send-write'

/**
 * Asks the billing API to delete (section 4.2), once. An active subscription must be cancelled first.
 * @throws ProblemError as `BillingClient.write`
 */
export function deleteSubscription(
  context: OperationContext,
  input: ConsoleInput<'deleteSubscription'>,
): Promise<WriteAccepted> {
  return sendWrite(context, { operation: 'deleteSubscription', params: { id: input.id } }, input)
}
