import { gt, max, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { consoleStore } from '../store/console-store'
import { forgettings, forgottenObjects } from '../store/index-schema'

/*
 * Forgetting is a fence in the store: what was read before it is not written after it, in any process. An operation takes the number
 * of the newest forgetting when it begins. A write compares it, in its own transaction, with the forgettings of the objects that it
 * names. The numbers come from the store, so the clocks of the processes do not matter.
 */

/** When an operation began that reads the billing API. */
export interface Begun {
  /** The newest forgetting that the process knew. */
  forgetting: number
  /** In `performance.now()`. */
  atMs: number
}

/** Something to write, the objects that it names (`linkId`), and when the operation began that read it. */
export interface FencedWrite {
  begun: Begun
  names: readonly string[]
}

const FENCE_LOCK = 4_211_981
const KEPT_HOURS = 24
/** Later, the forgetting may be deleted. Half of its time, in case the clock of the store is moved. */
const MAX_AGE_MS = 12 * 3_600_000
const FOLLOW_EVERY_MS = 1_000

/**
 * Locks forgetting out until the transaction ends, and finds out which of these may not be written: an object that they name was
 * forgotten since they were begun. Call this before the transaction reads or locks rows.
 */
export async function areForgotten(
  tx: DatabaseTransaction,
  writes: readonly FencedWrite[],
  nowMs = performance.now(),
): Promise<boolean[]> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${FENCE_LOCK})`)
  const oldest = writes.reduce((least, { begun }) => Math.min(least, begun.forgetting), Number.MAX_SAFE_INTEGER)
  const { number, isEverything } = forgettings
  const [later] = await tx
    .select({ newest: max(number), everything: sql<number | null>`max(${number}) filter (where ${isEverything})` })
    .from(forgettings)
    .where(gt(number, oldest))
  const everything = later?.everything ?? 0
  const isAnyLater = typeof later?.newest === 'number'
  const forgotten = isAnyLater ? await selectForgotten(tx, oldest, writes) : new Map<string, number>()
  return writes.map(
    ({ begun: { forgetting, atMs }, names }) =>
      nowMs - atMs > MAX_AGE_MS ||
      everything > forgetting ||
      names.some((name) => (forgotten.get(name) ?? 0) > forgetting),
  )
}

/** The hash of a name. One that two names share drops a write too many. */
export const HASH = sql`hashtextextended(name collate "C", 0)`

/** Returns the newest forgetting of each forgotten name. */
async function selectForgotten(tx: DatabaseTransaction, after: number, writes: readonly FencedWrite[]) {
  const all = [...new Set(writes.flatMap(({ names }) => names))]
  const { rows } = await tx.execute<{ name: string; number: number }>(sql`
    select name, max(number) as number from unnest(${sql.param(all)}::text[]) as name
    join ${forgottenObjects} on hash = ${HASH} where number > ${after} group by name`)
  return new Map(rows.map(({ name, number }) => [name, number]))
}

/** Begins a forgetting: waits for the writes that run, and holds others back until the transaction ends. @returns its number */
export async function beginForgetting(tx: DatabaseTransaction, { isEverything }: { isEverything: boolean }) {
  await tx.execute(sql`select pg_advisory_xact_lock(${FENCE_LOCK})`)
  const [forgetting] = await tx
    .insert(forgettings)
    .values({ at: sql`now()`, isEverything })
    .returning()
  if (!forgetting) throw new Error('the store returned no row of an insert')
  return forgetting.number
}

/** Deletes the forgettings that no response from before can reach any more. */
export async function trimForgettings(db: Database): Promise<void> {
  await db.execute(sql`
    with old as (
      delete from ${forgettings} where at < now() - make_interval(hours => ${KEPT_HOURS}) returning number)
    delete from ${forgottenObjects} where number in (select number from old)`)
}

/**
 * Notes the number of the newest forgetting each second, also of other processes. The timer does not keep the process alive.
 * @returns stops the timer
 */
export function startFollowingForgettings(note: (newest: number) => void): () => void {
  const follow = async () => {
    const db = await consoleStore()
    const [newest] = await db.select({ number: max(forgettings.number) }).from(forgettings)
    note(newest?.number ?? 0)
  }
  // Without the store, reads keep the number that they know, and more of them count as begun before a forgetting.
  const attempt = () => void follow().catch(() => undefined)
  attempt()
  const timer = setInterval(attempt, FOLLOW_EVERY_MS).unref()
  return () => clearInterval(timer)
}
