import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Difference, DifferenceList } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import type { OperationContext } from '../operation-context'
import { consoleStore } from '../store/console-store'
import { indexedDifferences } from '../store/index-schema'
import { findByIds } from './search-index'

const MAX_LISTED = 20
const MAX_OF_CUSTOMER = 100

/** Returns what changed lately, of all objects or of one, newest first; at most 20. */
export async function listDifferences(
  { environment: { index } }: OperationContext,
  { kind, id }: ConsoleInput<'listDifferences'>,
): Promise<DifferenceList> {
  const ofObject = kind === undefined || id === undefined ? undefined : isOf(kind, [id])
  return { differences: await selectDifferences(await consoleStore(), index.source, ofObject, MAX_LISTED) }
}

/** Returns what changed in these subscriptions and invoices, newest first; at most 100. */
export const differencesOf = (
  db: Database | Session,
  source: string,
  { subscriptionIds, invoiceIds }: { subscriptionIds: string[]; invoiceIds: string[] },
): Promise<Difference[]> =>
  selectDifferences(db, source, or(isOf('subscription', subscriptionIds), isOf('invoice', invoiceIds)), MAX_OF_CUSTOMER)

const isOf = (kind: Difference['kind'], ids: string[]) =>
  and(eq(indexedDifferences.kind, kind), inArray(indexedDifferences.id, ids))

async function selectDifferences(
  db: Database | Session,
  source: string,
  where: SQL | undefined,
  most: number,
): Promise<Difference[]> {
  const { kind, id, field, before, after, beforeAt, seenAt } = indexedDifferences
  const rows = await db
    .select({ kind, id, field, before, after, beforeAt, afterAt: seenAt })
    .from(indexedDifferences)
    .where(and(eq(indexedDifferences.source, source), where))
    .orderBy(desc(seenAt), id, field)
    .limit(most)
  const objects = await findByIds(db, source, rows)
  return rows.map((row) => {
    const object = objects.find((each) => each.kind === row.kind && each.id === row.id)
    return { ...row, name: object?.name ?? null, currency: object?.currency ?? null }
  })
}
