import type { GetSubscriptionInput } from '@/contract/billing/operations'
import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import { JsonText } from '@/contract/ordinary-json'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { idsNamedBy, putSharedIn } from '../domain/shared-objects'
import { inSnapshot } from '@/database/in-snapshot'
import { onConnection } from '@/database/on-connection'
import { preparedStatement } from '@/database/prepared-statement'
import { readDocument } from '../store/read-document'
import type { DatabaseTransaction } from '@/database/open-database'
import { billables, merchants, plans, prices, subscriptions } from '../store/schema'
import { subscriptionNotFound } from '../refusals'
import type { OperationContext } from './operation-context'
import { planTextsOf } from './plan-texts'
import { subscriptionAt } from './subscription-at'

/** Reads a subscription with the current version of its merchant's catalogue. */
const byId = preparedStatement('subscription_by_id', (session: NodePgDatabase, name) =>
  session
    .select({ ...getTableColumns(subscriptions), version: merchants.catalogueVersion })
    .from(subscriptions)
    .innerJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .where(
      and(eq(subscriptions.merchantId, sql.placeholder('merchantId')), eq(subscriptions.id, sql.placeholder('id'))),
    )
    .prepare(name),
)

/**
 * Returns a subscription at the current instant with its plan, prices and billables, deleted ones included (section 4.3).
 * @returns its JSON text
 * @throws BillingError `subscription_not_found`
 */
export async function getSubscription(context: OperationContext, { id }: GetSubscriptionInput): Promise<string> {
  const { db, merchantId } = context
  const texts = planTextsOf(db)
  const [stored] = await onConnection(context, (session) => byId(session).execute({ merchantId, id }))
  if (!stored) throw subscriptionNotFound(id)
  const known = texts.get(merchantId, stored.planId, stored.version)
  if (known) return written(context, stored, known.json)
  // Reads both again in one snapshot, because the catalogue may have changed since.
  return inSnapshot(context, async (tx) => {
    const [again] = await byId(tx).execute({ merchantId, id })
    if (!again) throw subscriptionNotFound(id)
    const json = await readPlan(tx, merchantId, again.planId)
    texts.keep(merchantId, again.planId, { version: again.version, json })
    return written(context, again, json)
  })
}

function written({ now }: OperationContext, stored: typeof subscriptions.$inferSelect, plan: string | null): string {
  const subscription = subscriptionAt(stored, now())
  return stringifyExactJson(plan === null ? subscription : { ...subscription, plan: new JsonText(plan) })
}

/** Returns a plan with its prices and billables as JSON text; null when it is not stored. */
async function readPlan(tx: DatabaseTransaction, merchantId: string, planId: string): Promise<string | null> {
  const plan = await readShared(tx, plans, merchantId, [planId])
  const [found] = plan.values()
  if (!found) return null
  const price = await readShared(tx, prices, merchantId, idsNamedBy('plan', [found]))
  const billable = await readShared(tx, billables, merchantId, idsNamedBy('price', price.values()))
  return stringifyExactJson(putSharedIn('plan', found, { plan, price, billable }))
}

/** Maps ids to those shared objects that are stored. */
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
