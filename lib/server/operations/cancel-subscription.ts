import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'
import { sendWrite } from '../writes/send-write'

/**
 * Asks the billing API to cancel (section 4.1), once. What became of the subscription must be read again.
 * @throws ProblemError as `BillingClient.write`
 */
export function cancelSubscription(
  context: OperationContext,
  input: ConsoleInput<'cancelSubscription'>,
): Promise<WriteAccepted> {
  const { id, externalCustomerId } = input
  const body: Record<string, string> = externalCustomerId === undefined ? {} : { externalCustomerId }
  return sendWrite(context, { operation: 'cancelSubscription', params: { id } }, input, body)
}
