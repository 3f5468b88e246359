import { and, eq } from 'drizzle-orm'
import { isJsonObject, type JsonObject, parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf } from '@/database/recordset'
import { subscriptionStatusAt } from '../domain/subscription-state'
import { idsNamedBy, putSharedIn } from '../domain/shared-objects'
import { billables, plans, prices, type subscriptions } from './schema'

/** Returns a stored document, exact-parsed. */
export function readDocument(text: string): JsonObject {
  const document = parseExactJson(text)
  if (!isJsonObject(document)) throw new TypeError('a stored document is not an object')
  return document
}

/** Returns a stored subscription at the instant `now`, with only the id of its plan. */
export function subscriptionAt(stored: typeof subscriptions.$inferSelect, now: string): JsonObject {
  return { ...readDocument(stored.document), status: subscriptionStatusAt(stored, now) }
}

/** Returns a plan with its prices and billables as JSON text; null when it is not stored. */
export async function readPlanText(
  tx: DatabaseTransaction,
  merchantId: string,
  planId: string,
): Promise<string | null> {
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
    .where(and(eq(table.merchantId, merchantId), isOneOf(table.id, ids)))
  return new Map(rows.map(({ id, document }) => [id, readDocument(document)]))
}
