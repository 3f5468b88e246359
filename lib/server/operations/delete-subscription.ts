import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'

/**
 * Asks the billing API to delete (section 4.2), once. An active subscription must be cancelled first.
 * @throws ProblemError as `BillingClient.write`
 */
export async function deleteSubscription(
  { environment, requestId }: OperationContext,
  { id }: ConsoleInput<'deleteSubscription'>,
): Promise<WriteAccepted> {
  const { status } = await environment.billing.write({ operation: 'deleteSubscription', params: { id } })
  return { accepted: true, upstreamStatus: status, requestId }
}
