import { and, eq } from 'drizzle-orm'
import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import type { DatabaseTransaction } from '@/database/open-database'
import { isOneOf } from '@/database/recordset'
import { idsNamedBy, putSharedIn } from '../domain/shared-objects'
import { readDocument } from './read-document'
import { billables, plans, prices } from './schema'

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
