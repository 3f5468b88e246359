import 'server-only'
import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import { readBilling } from './billing-client'
import type { OperationContext } from './operation-context'
import { readingContext } from './reading-context'
import { subscriptionView } from './readers/subscription-view'

/**
 * One subscription with its plan, prices and billables, whatever the billing API leaves out (section 4.3).
 * @throws ProblemError as `readBilling`
 */
export async function getSubscription(
  _context: OperationContext,
  { id }: ConsoleInput<'getSubscription'>,
): Promise<SubscriptionView> {
  const answer = await readBilling({ operation: 'getSubscription', params: { id } })
  return subscriptionView(answer.json, readingContext(answer))
}
