import type { GetSubscriptionInput } from '@/contract/billing/operations'
import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import { and, eq, sql } from 'drizzle-orm'
import { idsNamedBy, putSharedIn } from '../domain/shared-objects'
import { inSnapshot } from '@/database/in-snapshot'
import { readDocument } from '../store/read-document'
import type { DatabaseTransaction } from '@/database/open-database'
import { billables, plans, prices, subscriptions } from '../store/schema'
import { subscriptionNotFound } from '../refusals'
import type { OperationContext } from './operation-context'
import { subscriptionAt } from './subscription-at'

/** By id, those of these shared objects that are stored. */
async function readShared(
  tx: DatabaseTransaction,
  table: typeof plans | typeof prices | typeof billables,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, JsonObject>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: table.id, document: table.document })
    .from(table)
    .where(and(eq(table.merchantId, merchantId), sql`${table.id} = any(${sql.param(ids)}::text[])`))
  return new Map(rows.map(({ id, document }) => [id, readDocument(document)]))
}

/**
 * A subscription as it reads now, with its plan, prices and billables; a deleted one still answers (section 4.3).
 * @returns its JSON text
 * @throws BillingError `subscription_not_found`
 */
export function getSubscription(context: OperationContext, { id }: GetSubscriptionInput): Promise<string> {
  const { merchantId, now } = context
  return inSnapshot(context, async (tx) => {
    const [stored] = await tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id)))
    if (!stored) throw subscriptionNotFound(id)

    const subscription = subscriptionAt(stored, now())
    const plan = await readShared(tx, plans, merchantId, [stored.planId])
    const price = await readShared(tx, prices, merchantId, idsNamedBy('plan', plan.values()))
    const billable = await readShared(tx, billables, merchantId, idsNamedBy('price', price.values()))
    return stringifyExactJson(putSharedIn('subscription', subscription, { plan, price, billable }))
  })
}
