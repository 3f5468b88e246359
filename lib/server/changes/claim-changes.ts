import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { THIS_PROCESS } from '../this-process'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { isDead } from './holder'
import type { StoreClock } from './store-clock'
import type { ChangeRow } from './change-row'
import { type ChangeSource, isOfSource } from './of-source'
import type { ChangeTiming } from './change-timing'
import type { WatchedRow, RowWatch } from './row-watch'

interface Claim {
  /** Whose changes are claimed. */
  changes: ChangeSource
  clock: StoreClock
  watch: RowWatch
  timing: ChangeTiming
}

const { id, state, holder, heldUntil, nextCheckAt, sentAt, revision } = subscriptionChanges
const isUnsettled = inArray(state, ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'])

/** Reads all changes under way and passes them to `watch`, which counts from the first read at which each had its present revision. */
export async function watchRows({ changes, watch }: Pick<Claim, 'changes' | 'watch'>): Promise<WatchedRow[]> {
  const db = await consoleStore()
  const rows = await db
    .select({ id, revision, holder, heldUntil, nextCheckAt, sentAt })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isUnsettled, isOfSource(changes)))
  watch.see(rows)
  return rows
}

/**
 * Ends the leases that have expired both by the store's clock and by this process's monotonic clock. If the store's clock was
 * set back, a lease ends after `giveUpMs`, and a check that is further ahead than any pause becomes due.
 */
export async function endLeases({ clock, watch, timing }: Claim, rows: readonly WatchedRow[]): Promise<void> {
  const at = (await clock.storeNow()).toISOString()
  for (const row of rows) {
    const watchedMs = watch.unchangedMs(row)
    const isOver = watchedMs >= timing.giveUpMs || (watchedMs >= timing.holdMs && (row.heldUntil ?? at) <= at)
    if (row.holder !== null && isOver) await changeLease(row, RELEASED)
    const isTooFar = watchedMs > 2 * timing.laterPauseMs && (row.nextCheckAt ?? at) > at
    if (row.holder === null && isTooFar) await changeLease(row, { nextCheckAt: at })
  }
}

/** Claims due changes without a holder for this process. @param limit the most changes to claim */
export async function claimChanges(
  { changes, clock, timing }: Omit<Claim, 'watch'>,
  limit: number,
): Promise<ChangeRow[]> {
  const db = await consoleStore()
  const now = await clock.storeNow()
  const isDue = or(
    inArray(state, ['PREPARED', 'SENT']),
    and(inArray(state, ['ACCEPTED', 'UNKNOWN']), lte(nextCheckAt, now.toISOString())),
  )
  const due = db
    .select({ id })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isOfSource(changes), isNull(holder), isDue))
    .orderBy(asc(subscriptionChanges.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(subscriptionChanges)
    .set({
      holder: THIS_PROCESS,
      heldUntil: new Date(now.getTime() + timing.holdMs).toISOString(),
      revision: sql`${revision} + 1`,
    })
    .where(inArray(id, due))
    .returning()
}

/** Ends the leases of processes that have died, so that a start does not wait for them to expire. */
export async function releaseLeasesOfDeadProcesses(): Promise<void> {
  const db = await consoleStore()
  const held = await db
    .select({ id, revision, holder })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isNotNull(holder)))
  const isDeadNow = new Map([...new Set(held.map((row) => row.holder ?? ''))].map((name) => [name, isDead(name)]))
  for (const row of held) if (isDeadNow.get(row.holder ?? '') === true) await changeLease(row, RELEASED)
}

/** Ends the leases of this process at its end, so that another one goes on with its changes at once. */
export async function releaseOwnLeases(): Promise<void> {
  const db = await consoleStore()
  await db
    .update(subscriptionChanges)
    .set({ ...RELEASED, revision: sql`${revision} + 1` })
    .where(and(IS_OPEN, eq(holder, THIS_PROCESS)))
}

const RELEASED = { holder: null, heldUntil: null }

/** Increments the revision, so that a holder that was only delayed cannot continue. */
async function changeLease(
  row: Pick<ChangeRow, 'id' | 'revision'>,
  change: Partial<Pick<ChangeRow, 'holder' | 'heldUntil' | 'nextCheckAt'>>,
): Promise<void> {
  const db = await consoleStore()
  await db
    .update(subscriptionChanges)
    .set({ ...change, revision: row.revision + 1 })
    .where(and(eq(id, row.id), eq(revision, row.revision)))
}
