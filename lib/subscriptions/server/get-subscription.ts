import type { SubscriptionWithEffects } from '../subscription'
import { effectsOn } from '@/lib/changes/expected-effect'
import type { ReadContext } from '@/lib/core/server/operation-context'
import { readSubscription } from './read-subscription'
import { readRaw } from '@/lib/billing-api/server/raw-response'
import { operation } from '@/lib/core/server/operation'
import { SubscriptionInput } from '@/lib/core/server/input'

/**
 * Returns a subscription with its plan, prices and billables, whatever the billing API omits (section 4.3), and what a cancel and a
 * delete would do.
 * @throws ProblemError as `readSubscription`
 */
export const getSubscription = operation('getSubscription', {
  input: SubscriptionInput,
  describe: 'A subscription with its plan, prices and billables, read from the billing API.',
  tool: {},
  async run(
    { environment, readStart, requestId, signal, isBackground }: ReadContext,
    { id },
  ): Promise<SubscriptionWithEffects> {
    const view = await readSubscription(environment, id, { readStart, requestId, signal, isBackground })
    return { ...view, effects: effectsOn(view) }
  },
})

/** Returns the response of a subscription, re-indented. Throws as `readRaw`. */
export const getRawSubscription = operation('getRawSubscription', {
  input: SubscriptionInput,
  describe: 'The billing API’s response for a subscription, with each number as sent.',
  run(context, { id }) {
    return readRaw(context, { operation: 'getSubscription', params: { id } })
  },
})
