import 'server-only'
import type { SubscriptionView } from '@/contract/console/subscription'
import { readBilling } from './billing-client'
import { readingContext } from './reading-context'
import { pathId } from './path-id'
import { subscriptionView } from './readers/subscription-view'

/**
 * One subscription with its plan, prices and billables, whatever the billing API leaves out (section 4.3).
 * @throws ProblemError `invalid_id` or as `readBilling`
 */
export async function readSubscription(id: string): Promise<SubscriptionView> {
  const answer = await readBilling({ operation: 'getSubscription', params: { id: pathId(id) } })
  return subscriptionView(answer.json, readingContext(answer))
}
