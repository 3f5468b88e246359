import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { readWithin } from '@/lib/store/console-store'
import { seenObjects } from '@/lib/store/index-schema'
import { hasId, readList, selectSeen } from './seen-objects'
import type { Selection } from './select-rows'

const { id } = seenObjects

/** Returns the order of a whole list, as `pageOf` pages through it. */
function orderOf({ firstGroups, sort }: Selection<unknown>, order: 'asc' | 'desc'): SQL[] {
  const [direction, opposite] = order === 'asc' ? [asc, desc] : [desc, asc]
  const cases = firstGroups.map((condition, group) => sql`when ${condition} then ${sql.raw(String(group))}`)
  const group = cases.length > 0 && sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(firstGroups.length))} end`
  return [...(group ? [opposite(group)] : []), ...sort.map(direction), direction(id)]
}

/** Orders by date have no index: the whole list is sorted. */
const IDS_MS = 30_000
const IDS_TOO_SLOW = 'The list took longer than 30 seconds to read. Use a filter other than the text.'

/** Returns the IDs of a whole list in its order. @throws ProblemError `store_unavailable` after 30 seconds */
export async function selectIds(
  signal: AbortSignal | undefined,
  selection: Selection<unknown>,
  { order, limit }: { order: 'asc' | 'desc'; limit: number },
): Promise<string[]> {
  const { source, where } = selection
  // Raw rows, because mapping a million of them would block the process.
  const { rows } = await readWithin({ signal, ms: IDS_MS, tooSlow: IDS_TOO_SLOW }, (db) =>
    db.execute<{ id: string }>(
      db
        .select({ id })
        .from(seenObjects)
        .where(and(eq(seenObjects.source, source), where))
        .orderBy(...orderOf(selection, order))
        .limit(limit)
        .getSQL(),
    ),
  )
  return rows.map((row) => row.id)
}

const BATCH_SIZE = 1_000

/**
 * Reads the rows of a list by their IDs, in this order, in batches: other requests run between them. Leaves out rows that no longer
 * match.
 */
export async function* readBatches<Row>(
  signal: AbortSignal | undefined,
  { source, where, rowsOf }: Selection<Row>,
  ids: readonly string[],
): AsyncGenerator<Row[]> {
  for (let first = 0; first < ids.length; first += BATCH_SIZE) {
    const batch = ids.slice(first, first + BATCH_SIZE)
    yield await readList(signal, async (db) => {
      const found = await selectSeen(db, source, and(where, hasId(batch)))
      const byId = new Map(found.map((object) => [object.id, object]))
      const inOrder = batch.flatMap((each) => byId.get(each) ?? [])
      return rowsOf(db, inOrder)
    })
  }
}
