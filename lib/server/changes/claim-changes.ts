import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, subscriptionChanges } from '../store/schema'
import { isDead, THIS_PROCESS } from './holder'
import type { StoreClock } from './store-clock'
import type { ChangeRow } from './change-row'
import type { ChangeTiming } from './change-timing'
import type { WatchedRow, RowWatch } from './row-watch'

interface Claim {
  /** The billing API's address. */
  billingApi: string
  clock: StoreClock
  watch: RowWatch
  timing: ChangeTiming
}

const { id, state, holder, heldUntil, nextCheckAt, sentAt, revision } = subscriptionChanges
const isUnsettled = inArray(state, ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'])

/** Looks at all changes under way: `watch` counts from the first look at which each was as it is now. */
export async function watchRows({ billingApi, watch }: Pick<Claim, 'billingApi' | 'watch'>): Promise<WatchedRow[]> {
  const db = await consoleStore()
  const rows = await db
    .select({ id, revision, holder, heldUntil, nextCheckAt, sentAt })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isUnsettled, eq(subscriptionChanges.billingApi, billingApi)))
  watch.see(rows)
  return rows
}

/**
 * Ends the leases that have run out both by the store's clock and by what this process has watched. Where the store's clock
 * was set back it has watched long enough after `giveUpMs`, and a check that is further ahead than any pause is due.
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

/** Takes changes that are due and that no process holds, for this process alone. @param limit of how many at most */
export async function claimChanges(
  { billingApi, clock, timing }: Omit<Claim, 'watch'>,
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
    .where(and(IS_OPEN, eq(subscriptionChanges.billingApi, billingApi), isNull(holder), isDue))
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

/** At a start: ends the leases of processes that have died, so that no lease of theirs is waited for. */
export async function releaseOfTheDead(): Promise<void> {
  const db = await consoleStore()
  const held = await db
    .select({ id, revision, holder })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isNotNull(holder)))
  const isDeadNow = new Map([...new Set(held.map((row) => row.holder ?? ''))].map((name) => [name, isDead(name)]))
  for (const row of held) if (isDeadNow.get(row.holder ?? '') === true) await changeLease(row, RELEASED)
}

const RELEASED = { holder: null, heldUntil: null }

/** The new revision keeps a holder that was only held up from going on with it. */
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
