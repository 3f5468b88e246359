import type { ConsoleInput, WriteAccepted } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'

/**
 * Asks the billing API to cancel (section 4.1), once. What became of the subscription must be read again.
 * @throws ProblemError as `BillingClient.write`
 */
export async function cancelSubscription(
  { environment, requestId }: OperationContext,
  { id, externalCustomerId }: ConsoleInput<'cancelSubscription'>,
): Promise<WriteAccepted> {
  const body: Record<string, string> = externalCustomerId === undefined ? {} : { externalCustomerId }
  const { status } = await environment.billing.write({ operation: 'cancelSubscription', params: { id } }, body)
  return { accepted: true, upstreamStatus: status, requestId }
}
