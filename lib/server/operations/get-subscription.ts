import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { OperationContext } from './operation-context'
import { subscriptionView } from '../billing-api/tolerant/subscription-view'

/**
 * One subscription with its plan, prices and billables, whatever the billing API leaves out (section 4.3).
 * @throws ProblemError as `BillingClient.read`
 */
export async function getSubscription(
  { environment, requestId, signal }: OperationContext,
  { id }: ConsoleInput<'getSubscription'>,
): Promise<SubscriptionView> {
  const response = await environment.billing.read(
    { operation: 'getSubscription', params: { id } },
    { requestId, signal },
  )
  return environment.drift.read({ resource: 'subscription', exampleId: id }, response, subscriptionView)
}
