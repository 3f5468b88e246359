import { and, desc, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Difference, DifferenceList } from '../indexed-objects'
import { PathId } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'
import { readWithin } from '@/lib/store/console-store'
import { indexedDifferences } from '@/lib/store/index-schema'
import { foundObject, type Reading, seenByIds } from './seen-objects'

const MAX_LISTED = 20
const MAX_OF_CUSTOMER = 100

/** Returns what changed lately, of all objects or of one, newest first; at most 20. */
export const listDifferences = operation('listDifferences', {
  input: z
    .strictObject({ kind: z.enum(['subscription', 'invoice']).optional(), id: PathId.optional() })
    .refine(({ kind, id }) => (kind === undefined) === (id === undefined), 'must have both kind and id, or neither'),
  describe: 'What changed in subscriptions and invoices since the console read them before, newest first.',
  run(context, { kind, id }): Promise<DifferenceList> {
    const ofObject = kind === undefined || id === undefined ? undefined : isOf(kind, [id])
    return readWithin(context, async (db) => ({
      differences: await selectDifferences(db, context.environment.index.source, ofObject, MAX_LISTED),
    }))
  },
})

/** Returns what changed in these subscriptions and invoices, newest first; at most 100. */
export const differencesOf = (
  db: Reading,
  source: string,
  { subscriptionIds, invoiceIds }: { subscriptionIds: string[]; invoiceIds: string[] },
): Promise<Difference[]> =>
  selectDifferences(db, source, or(isOf('subscription', subscriptionIds), isOf('invoice', invoiceIds)), MAX_OF_CUSTOMER)

const isOf = (of: Difference['kind'], ids: string[]) =>
  and(eq(indexedDifferences.kind, of), inArray(indexedDifferences.id, ids))

async function selectDifferences(
  db: Reading,
  source: string,
  where: SQL | undefined,
  most: number,
): Promise<Difference[]> {
  const { source: _, seenAt: afterAt, ...columns } = getTableColumns(indexedDifferences)
  const rows = await db
    .select({ ...columns, afterAt })
    .from(indexedDifferences)
    .where(and(eq(indexedDifferences.source, source), where))
    .orderBy(desc(afterAt), columns.id, columns.field)
    .limit(most)
  const objects = (await seenByIds(db, source, rows)).map(foundObject)
  return rows.map((row) => {
    const object = objects.find((each) => each.kind === row.kind && each.id === row.id)
    return { ...row, name: object?.name ?? null, currency: object?.currency ?? null }
  })
}
