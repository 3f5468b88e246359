import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import { and, eq } from 'drizzle-orm'
import { updatedAtOfChange, type Decision, type SubscriptionState } from '../domain/subscription-state'
import { inTransaction, retryTransaction } from '@/database/on-connection'
import type { DatabaseTransaction } from '@/database/open-database'
import { readDocument, subscriptionAt } from '../store/read-document'
import { subscriptions } from '../store/schema'
import { subscriptionNotFound } from '../refusals'
import type { OperationContext } from './operation-context'

/**
 * Locks a subscription's row, decides on a change and writes it. Only an effective change sets `updatedAt`, to now, but
 * at least a millisecond after the stored one, so that an import never counts as newer. Marks the row as changed here
 * even when the request changes nothing. A transaction that lost against a concurrent one runs again within the deadline.
 * @param decide gets the instant at which the row was locked
 * @returns the subscription at that instant, without its plan, exact-parsed
 * @throws BillingError `subscription_not_found`, or the refusal of `decide`; otherwise as `inTransaction`
 */
export function changeSubscription(
  context: OperationContext,
  id: string,
  decide: (stored: StoredSubscription, at: string, tx: DatabaseTransaction) => Promise<Decision> | Decision,
): Promise<JsonObject> {
  const { merchantId, now } = context
  const changeOnce = async (tx: DatabaseTransaction) => {
    const its = and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id))
    const [row] = await tx.select().from(subscriptions).where(its).for('update')
    if (!row) throw subscriptionNotFound(id)

    const at = now()
    const decision = await decide({ ...row, changedAt: row.changedAt ?? row.updatedAt }, at, tx)
    if (decision.outcome === 'refused') throw decision.refusal
    const written = decision.outcome === 'change' ? applyChange(row, decision.change, at) : markAsChangedHere(row, at)
    if (written) await tx.update(subscriptions).set(written).where(its)

    const { plan: _, ...subscription } = subscriptionAt({ ...row, ...written }, at)
    return subscription
  }
  return retryTransaction(() => inTransaction(context, changeOnce), { signal: context.signal })
}

type Row = typeof subscriptions.$inferSelect
type StoredSubscription = SubscriptionState & Pick<Row, 'merchantId' | 'customerId'>

/**
 * Marks the row as changed here even when the request changes nothing, so that no later import overwrites it.
 * @returns null when it is marked already
 */
const markAsChangedHere = (row: Row, at: string): Partial<Row> | null =>
  row.changedAt === null ? { changedAt: row.updatedAt ?? at } : null

/** Returns the columns that a change sets. */
function applyChange(row: Row, change: Partial<Pick<Row, 'status' | 'endDate'>>, at: string): Partial<Row> {
  const updatedAt = updatedAtOfChange(row.updatedAt, at)
  const document = stringifyExactJson({ ...readDocument(row.document), ...change, updatedAt })
  return { ...change, updatedAt, changedAt: at, document }
}
