import type { SubscriptionView } from '@/contract/console/subscription'
import type { ReadOptions } from '../billing-api/billing-client'
import { subscriptionView } from '../billing-api/tolerant/subscription-view'
import { problemError } from '../problem'
import type { Environment } from './environment'

/**
 * One subscription as the billing API has it now (section 4.3), its drift counted. What is told of another id tells
 * nothing of this one.
 * @throws ProblemError as `BillingClient.read`, and `unreadable_response` where the answer is about another subscription
 */
export async function readSubscription(
  { billing, drift }: Environment,
  id: string,
  options: ReadOptions,
): Promise<SubscriptionView> {
  const response = await billing.read({ operation: 'getSubscription', params: { id } }, options)
  return drift.read({ resource: 'subscription', exampleId: id }, response, (json, context) => {
    const view = subscriptionView(json, context)
    if (view.id === id) return view
    throw problemError(
      'unreadable_response',
      'The billing API answered with another subscription than the one asked for. Find that one by the id it has; if this id is right, tell whoever runs the API.',
      { technicalDetail: `Asked for ${id}, answered with ${view.id}.`, upstreamStatus: response.status },
    )
  })
}
