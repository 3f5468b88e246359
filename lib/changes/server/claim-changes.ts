import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { hostname } from 'node:os'
import { consoleStore } from '@/lib/store/console-store'
import { IS_OPEN, subscriptionChanges } from '@/lib/store/schema'
import { THIS_PROCESS } from '@/lib/core/server/this-process'
import { type ChangeRow, type ChangeSource, heldFrom, isOfSource, RELEASED, updateWithoutAudit } from './change-store'
import type { ChangeTiming } from './change-timing'
import type { StoreClock } from './store-clock'

interface Claim {
  /** Whose changes are claimed. */
  changes: ChangeSource
  clock: StoreClock
  watch: RowWatch
  timing: ChangeTiming
}

const isUnsettled = inArray(subscriptionChanges.state, ['PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN'])

/** Reads all changes under way and passes them to `watch`, which counts from the first read at which each had its present revision. */
export async function watchRows({ changes, watch }: Pick<Claim, 'changes' | 'watch'>): Promise<WatchedRow[]> {
  const db = await consoleStore()
  const { id, revision, holder, heldUntil, nextCheckAt, sentAt } = subscriptionChanges
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
  const db = await consoleStore()
  const at = (await clock.storeNow()).toISOString()
  for (const row of rows) {
    const watchedMs = watch.unchangedMs(row)
    const isOver = watchedMs >= timing.giveUpMs || (watchedMs >= timing.holdMs && (row.heldUntil ?? at) <= at)
    if (row.holder !== null && isOver) await updateWithoutAudit(db, row, RELEASED)
    const isTooFar = watchedMs > 2 * timing.laterPauseMs && (row.nextCheckAt ?? at) > at
    if (row.holder === null && isTooFar) await updateWithoutAudit(db, row, { nextCheckAt: at })
  }
}

/** Claims due changes without a holder for this process. @param limit the most changes to claim */
export async function claimChanges(
  { changes, clock, timing }: Omit<Claim, 'watch'>,
  limit: number,
): Promise<ChangeRow[]> {
  const db = await consoleStore()
  const { id, state, holder, nextCheckAt, createdAt, revision } = subscriptionChanges
  const now = await clock.storeNow()
  const isDue = or(
    inArray(state, ['PREPARED', 'SENT']),
    and(inArray(state, ['ACCEPTED', 'UNKNOWN']), lte(nextCheckAt, now.toISOString())),
  )
  const due = db
    .select({ id })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isOfSource(changes), isNull(holder), isDue))
    .orderBy(asc(createdAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(subscriptionChanges)
    .set({ ...heldFrom(now, timing), revision: sql`${revision} + 1` })
    .where(inArray(id, due))
    .returning()
}

/** Ends the leases of processes that have died, so that a start does not wait for them to expire. */
export async function releaseLeasesOfDeadProcesses(): Promise<void> {
  const db = await consoleStore()
  const { id, revision, holder } = subscriptionChanges
  const held = await db
    .select({ id, revision, holder })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, isNotNull(holder)))
  for (const row of held) if (isDead(row.holder ?? '')) await updateWithoutAudit(db, row, RELEASED)
}

/** Ends the leases of this process at its end, so that another one goes on with its changes at once. */
export async function releaseOwnLeases(): Promise<void> {
  const db = await consoleStore()
  await db
    .update(subscriptionChanges)
    .set({ ...RELEASED, revision: sql`${subscriptionChanges.revision} + 1` })
    .where(and(IS_OPEN, eq(subscriptionChanges.holder, THIS_PROCESS)))
}

/**
 * True when the holder is a process of this machine that has ended. One with the id of this process but another start is its
 * predecessor, as in a restarted container.
 */
function isDead(holder: string): boolean {
  if (holder === THIS_PROCESS) return false
  const [, host, pid] = /^(.*?):(\d+)(?::\d+)?$/.exec(holder) ?? []
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

export type WatchedRow = Pick<ChangeRow, 'id' | 'revision' | 'holder' | 'heldUntil' | 'nextCheckAt' | 'sentAt'>

interface Watched {
  revision: number
  unchangedSinceMs: number
  /** When this process first saw it as sent. */
  sentSinceMs: number | undefined
}

/**
 * Measures by the monotonic clock how long this process has seen each open change at its present revision. The measure is never
 * too long, so a step of the store's clock cannot shorten a lease or a quiet period.
 */
export class RowWatch {
  #watched = new Map<string, Watched>()

  constructor(private readonly elapsedMs: () => number) {}

  /** @param rows all changes under way; the watch forgets all others */
  see(rows: readonly WatchedRow[]): void {
    const nowMs = this.elapsedMs()
    this.#watched = new Map(
      rows.map(({ id, revision, sentAt }) => {
        const before = this.#watched.get(id)
        const unchangedSinceMs = before?.revision === revision ? before.unchangedSinceMs : nowMs
        const sentSinceMs = sentAt === null ? undefined : (before?.sentSinceMs ?? nowMs)
        return [id, { revision, unchangedSinceMs, sentSinceMs }]
      }),
    )
  }

  unchangedMs({ id, revision }: Pick<ChangeRow, 'id' | 'revision'>): number {
    const watched = this.#watched.get(id)
    return watched?.revision === revision ? this.elapsedMs() - watched.unchangedSinceMs : 0
  }

  sentMs({ id }: Pick<ChangeRow, 'id'>): number {
    const nowMs = this.elapsedMs()
    return nowMs - (this.#watched.get(id)?.sentSinceMs ?? nowMs)
  }
}
