import type { ConsoleInput } from '@/lib/core/operations'
import type { SubscriptionWithEffects } from '../subscription'
import { effectsOn } from '@/lib/changes/expected-effect'
import type { OperationContext, ReadContext } from '@/lib/core/server/operation-context'
import { readSubscription } from './read-subscription'
import { readRaw } from '@/lib/billing-api/server/raw-response'

/**
 * Returns a subscription with its plan, prices and billables, whatever the billing API omits (section 4.3), and what a cancel and a
 * delete would do.
 * @throws ProblemError as `readSubscription`
 */
export async function getSubscription(
  { environment, readStart, requestId, signal, isBackground }: ReadContext,
  { id }: ConsoleInput<'getSubscription'>,
): Promise<SubscriptionWithEffects> {
  const view = await readSubscription(environment, id, { readStart, requestId, signal, isBackground })
  return { ...view, effects: effectsOn(view) }
}

/** Returns the response of a subscription as the billing API sent it, re-indented. Throws as `readRaw`. */
export function getRawSubscription(context: OperationContext, { id }: ConsoleInput<'getRawSubscription'>) {
  return readRaw(context, { operation: 'getSubscription', params: { id } })
}
