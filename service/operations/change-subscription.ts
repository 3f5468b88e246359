import type { Subscription } from '@/contract/billing/subscription'
import { and, eq } from 'drizzle-orm'
import { BillingError } from '../billing-error'
import { subscriptionStatusAt, type Decision } from '../domain/subscription-state'
import { inTransaction } from '../store/in-transaction'
import type { DatabaseTransaction } from '../store/open'
import { subscriptions } from '../store/schema'
import type { OperationContext } from './operation-context'

/** The refusal for a subscription this merchant does not have. */
export const subscriptionNotFound = (id: string) =>
  new BillingError('subscription_not_found', `There is no subscription ${JSON.stringify(id)}. Check the id.`)

/**
 * Locks a subscription's row, decides, and writes what was decided; `updatedAt` moves only with an effective change.
 * @param decide is given the instant at which the row was held
 * @returns the subscription as it reads at that instant
 * @throws BillingError `subscription_not_found`, or the refusal decided on; otherwise as `inTransaction`
 */
export function changeSubscription(
  context: OperationContext,
  id: string,
  decide: (stored: Subscription, at: string, tx: DatabaseTransaction) => Promise<Decision> | Decision,
): Promise<Subscription> {
  const { merchantId, now } = context
  return inTransaction(context, async (tx) => {
    const its = and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id))
    const [stored] = await tx.select().from(subscriptions).where(its).for('update')
    if (!stored) throw subscriptionNotFound(id)

    const at = now()
    const decision = await decide(stored, at, tx)
    if (decision.outcome === 'refused') throw new BillingError(decision.code, decision.detail)
    const change = decision.outcome === 'change' ? { ...decision.change, updatedAt: at } : {}
    if (decision.outcome === 'change') await tx.update(subscriptions).set(change).where(its)

    const changed = { ...stored, ...change }
    return { ...changed, status: subscriptionStatusAt(changed, at) }
  })
}
