import type { ReadStart } from '@/lib/core/server/operation-context'
import { max, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { every } from '@/lib/core/server/every'
import { consoleStore } from '@/lib/store/console-store'
import { forgettings, forgottenObjects } from '@/lib/store/index-schema'

/*
 * No process writes a response that it requested before its customer was forgotten. An operation notes the number of the newest forgetting
 * when it starts; a write compares it, in its transaction, with the forgettings of the objects that it names. A write that locks the row of
 * an object or a job needs no number: a forgetting deletes that row, and then what was written under its lock.
 */

/** A write with the objects that it names (`linkId`), and the start of the operation that read them. */
export interface FencedWrite {
  readStart: ReadStart
  names: readonly string[]
}

const FENCE_LOCK = 4_211_981
const KEPT_HOURS = 24
/** An older operation writes nothing, because its forgettings may be deleted. Half of their time, in case the store’s clock is moved. */
const MAX_AGE_MS = 12 * 3_600_000
const FOLLOW_EVERY_MS = 1_000

/** The hash of a name. When two names share a hash, one write too many is dropped. */
export const HASH = sql`hashtextextended(name collate "C", 0)`

/**
 * Blocks forgetting until the transaction ends, and returns the writes that must be dropped: an object that they name was forgotten
 * after their operation started. Call this before the transaction locks rows.
 */
export async function forgottenWrites<Write extends FencedWrite>(
  tx: DatabaseTransaction,
  writes: readonly Write[],
): Promise<Write[]> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${FENCE_LOCK})`)
  const oldest = Math.min(...writes.map(({ readStart }) => readStart.forgetting))
  const all = [...new Set(writes.flatMap(({ names }) => names))]
  const { rows } = await tx.execute<{ number: number; isEverything: boolean; forgotten: string[] }>(sql`
    select number, is_everything as "isEverything", array(
      select name from unnest(${sql.param(all)}::text[]) as name
      join ${forgottenObjects} as gone on gone.number = later.number and hash = ${HASH}) as forgotten
    from ${forgettings} as later where number > ${oldest}`)
  const later = rows.map(({ forgotten, ...row }) => ({ ...row, forgotten: new Set(forgotten) }))
  return writes.filter(
    ({ readStart: { forgetting, atMs }, names }) =>
      performance.now() - atMs > MAX_AGE_MS ||
      later.some(
        ({ number, isEverything, forgotten }) =>
          number > forgetting && (isEverything || names.some((name) => forgotten.has(name))),
      ),
  )
}

/** Starts a forgetting: waits for running writes, and blocks others until the transaction ends. @returns its number */
export async function beginForgetting(tx: DatabaseTransaction, { isEverything }: { isEverything: boolean }) {
  await tx.execute(sql`select pg_advisory_xact_lock(${FENCE_LOCK})`)
  const [forgetting] = await tx
    .insert(forgettings)
    .values({ at: sql`now()`, isEverything })
    .returning()
  if (!forgetting) throw new Error('the store returned no row of an insert')
  return forgetting.number
}

/** Deletes forgettings that are older than any response that may still arrive. */
export async function trimForgettings(db: Database): Promise<void> {
  await db.execute(sql`
    with old as (
      delete from ${forgettings} where at < now() - make_interval(hours => ${KEPT_HOURS}) returning number)
    delete from ${forgottenObjects} where number in (select number from old)`)
}

/**
 * Passes on the number of the newest forgetting of any process each second. Without the store, operations keep the last known number,
 * so more of their writes are dropped.
 * @returns stops it (`every`)
 */
export function startFollowingForgettings(note: (newest: number) => void): () => Promise<void> {
  const failure = 'forgettings of other processes could not be read'
  return every({ everyMs: FOLLOW_EVERY_MS, event: 'index', failure }, async () => {
    const db = await consoleStore()
    const [newest] = await db.select({ number: max(forgettings.number) }).from(forgettings)
    note(newest?.number ?? 0)
  })
}
