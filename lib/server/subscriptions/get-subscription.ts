import type { ConsoleInput } from '@/contract/console/operations'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { OperationContext, ReadContext } from '../operation-context'
import { readSubscription } from './read-subscription'
import { readRaw } from '../billing-api/raw-response'

/**
 * Returns a subscription with its plan, prices and billables, whatever the billing API omits (section 4.3).
 * @throws ProblemError as `readSubscription`
 */
export const getSubscription = (
  { environment, readStart, requestId, signal, isBackground }: ReadContext,
  { id }: ConsoleInput<'getSubscription'>,
): Promise<SubscriptionView> => readSubscription(environment, id, { readStart, requestId, signal, isBackground })

/** Returns the response of a subscription as the billing API sent it, re-indented. Throws as `readRaw`. */
export function getRawSubscription(context: OperationContext, { id }: ConsoleInput<'getRawSubscription'>) {
  return readRaw(context, { operation: 'getSubscription', params: { id } })
}
