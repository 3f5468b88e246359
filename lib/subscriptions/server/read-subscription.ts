import type { ReadStart, Environment } from '@/lib/core/server/operation-context'
import type { SubscriptionView } from '../subscription'
import type { ReadOptions } from '@/lib/billing-api/server/billing-client'
import type { ReadingContext } from '@/lib/billing-api/server/tolerant/field-reader'
import { subscriptionViewInPieces } from '@/lib/billing-api/server/tolerant/subscription-view'
import { wrongRecordProblem } from '@/lib/billing-api/server/response-problem'

/**
 * Returns the current state of a subscription (section 4.3), counts its drift and adds it to the index.
 * @throws ProblemError as `BillingClient.read`, and `unreadable_response` when the response is about another
 * subscription
 */
export async function readSubscription(
  { billing, drift, index }: Environment,
  id: string,
  { readStart = index.startRead(), ...options }: ReadOptions & { readStart?: ReadStart | undefined },
): Promise<SubscriptionView> {
  return billing.withLongTurn(async (turn) => {
    const response = await index.readOrMarkGone(readStart, 'subscription', id, () =>
      billing.read({ operation: 'getSubscription', params: { id } }, { ...options, turn }),
    )
    const read = function* (json: unknown, context: ReadingContext) {
      const view = yield* subscriptionViewInPieces(json, context)
      if (view.id === id) return view
      throw wrongRecordProblem('subscription', id, view.id, response.status)
    }
    const subscription = await drift.read({ resource: 'subscription', exampleId: id }, response, read)
    // The check of an open change must not bring back a customer that was forgotten meanwhile.
    index.recordSubscription(
      { ...readStart, sentAt: response.sentAt },
      subscription,
      options.isReconciling === true ? 'knownObject' : 'object',
    )
    return subscription
  }, options.turn)
}
