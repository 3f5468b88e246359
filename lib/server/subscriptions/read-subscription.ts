import type { SubscriptionView } from '@/contract/console/subscription'
import type { ReadOptions } from '../billing-api/billing-client'
import { subscriptionView } from '../billing-api/tolerant/subscription-view'
import { wrongRecordProblem } from '../billing-api/wrong-record-problem'
import type { Environment } from '../environment'
import type { Begun } from '../object-index/forget-fence'

/**
 * Returns the current state of a subscription (section 4.3), counts its drift and adds it to the index.
 * @throws ProblemError as `BillingClient.read`, and `unreadable_response` when the response is about another
 * subscription
 */
export async function readSubscription(
  { billing, drift, index }: Environment,
  id: string,
  { begun = index.begin(), ...options }: ReadOptions & { begun?: Begun | undefined },
): Promise<SubscriptionView> {
  const subscription = await billing.memory.use(async (share) => {
    const response = await index.readOrMarkGone(begun, 'subscription', id, () =>
      billing.read({ operation: 'getSubscription', params: { id } }, { ...options, share }),
    )
    return drift.read({ resource: 'subscription', exampleId: id }, response, (json, context) => {
      const view = subscriptionView(json, context)
      if (view.id === id) return view
      throw wrongRecordProblem('subscription', id, view.id, response.status)
    })
  })
  // The console's own check of a change does not bring back a customer that was forgotten while the change was open.
  index.recordSubscription(begun, subscription, options.isReconciling === true ? 'knownSubscription' : 'subscription')
  return subscription
}
