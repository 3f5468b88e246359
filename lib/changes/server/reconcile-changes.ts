import type { Environment } from '@/lib/core/server/operation-context'
import { and, count, sql } from 'drizzle-orm'
import { type ChangeEvidence, isTrue } from '../change-evidence'
import { every } from '@/lib/core/server/every'
import { log } from '@/lib/core/server/log'
import { consoleStore } from '@/lib/store/console-store'
import { IS_OPEN, subscriptionChanges } from '@/lib/store/schema'
import {
  advanceChange,
  ChangeMovedError,
  type ChangeRow,
  changeSourceOf,
  isOfSource,
  RELEASED,
  updateWithoutAudit,
} from './change-store'
import type { ChangeTiming } from './change-timing'
import { endProposals } from './proposals'
import { confirmedCause, readEvidence } from './record-response'
import { claimChanges, endLeases, releaseLeasesOfDeadProcesses, RowWatch, watchRows } from './claim-changes'

/** The most changes that are checked at a time. */
const BATCH_SIZE = 8

/**
 * Determines the outcomes of open changes in the background. Processes on the same store share the work; no change is checked
 * twice.
 * @returns stops the reconciler after its current round (`every`)
 */
export function startReconciler(environment: Environment, { everyMs = 1_000 } = {}): () => Promise<void> {
  const watch = new RowWatch(environment.storeClock.elapsedMs)
  let isStarted = false
  return every({ everyMs, event: 'change', failure: 'the open changes could not be checked' }, async () => {
    if (!isStarted) {
      await releaseLeasesOfDeadProcesses()
      await warnAboutOtherSources(environment)
    }
    isStarted = true
    await reconcileDue(environment, watch)
  })
}

/**
 * Warns about open changes of other billing APIs, by source, or by address where the source is unknown. This process does not
 * reconcile them, and they block nothing here.
 */
async function warnAboutOtherSources(environment: Environment): Promise<void> {
  const db = await consoleStore()
  const source = sql<string>`coalesce(${subscriptionChanges.source}, ${subscriptionChanges.billingApi})`
  const others = await db
    .select({ source, open: count() })
    .from(subscriptionChanges)
    .where(and(IS_OPEN, sql`(${isOfSource(changeSourceOf(environment))}) is not true`))
    .groupBy(source)
    .orderBy(source)
  if (others.length > 0)
    log().warn({ event: 'change', others }, 'the store has open cancels or deletes of another billing API')
}

/** Checks every due change once. @param watch the same instance in every round of a process */
export async function reconcileDue(environment: Environment, watch: RowWatch): Promise<void> {
  const { changeTiming: timing, storeClock: clock } = environment
  const claim = { changes: changeSourceOf(environment), clock, watch, timing }
  await endLeases(claim, await watchRows(claim))
  await endProposals(environment)
  let claimed: ChangeRow[]
  do {
    claimed = await claimChanges(claim, BATCH_SIZE)
    await Promise.all(claimed.map((row) => reconcileOne(environment, row, watch.sentMs(row))))
  } while (claimed.length === BATCH_SIZE)
}

async function reconcileOne(environment: Environment, row: ChangeRow, watchedMs: number): Promise<void> {
  try {
    const { state } = await reconcileChange(environment, row, watchedMs)
    if (state !== row.state) log().info({ event: 'change', changeId: row.id, from: row.state, state })
  } catch (error) {
    if (!(error instanceof ChangeMovedError)) log().error({ event: 'change', changeId: row.id, err: error })
  }
}

/** Reads after the quiet period that must show no change before the outcome is NOT_APPLIED. */
const QUIET_CHECKS = 2
/**
 * Consecutive 404 reads that confirm a delete which the billing API never accepted, the last of them after the quiet period. A
 * gateway that is being reconfigured may send 404s too.
 */
const GONE_CHECKS = 2

/**
 * Checks a change of unknown outcome once and releases its lease. A change that a stopped process left as `PREPARED` was not
 * sent, and one of a group waits for its turn again; the outcome of one left as `SENT` is unknown.
 * @param watchedMs how long this process has seen the change as sent, by its monotonic clock
 */
async function reconcileChange(environment: Environment, row: ChangeRow, watchedMs: number): Promise<ChangeRow> {
  const { state } = row
  const { changeTiming, storeClock: clock } = environment
  const db = await consoleStore()
  if (state === 'PREPARED' && row.groupId !== null)
    return (await updateWithoutAudit(db, row, { ...RELEASED, state: 'QUEUED' })) ?? row
  if (state === 'PREPARED') {
    const cause = { kind: 'leftUnsent' } as const
    return advanceChange(row, () => ({ ...RELEASED, state: 'NOT_SENT', cause }), { clock })
  }
  if (state === 'SENT') {
    const unknown = { ...RELEASED, state: 'UNKNOWN', cause: { kind: 'open', response: 'unknown' } } as const
    return advanceChange(row, (now) => ({ ...unknown, nextCheckAt: now.toISOString() }), { clock })
  }
  if (state !== 'ACCEPTED' && state !== 'UNKNOWN') return row

  const now = await clock.storeNow()
  const sinceMs = now.getTime() - Date.parse(row.sentAt ?? row.createdAt)
  const evidence = await readEvidence(environment, row)
  // By both clocks, so that a step of the store's clock cannot end the quiet period early.
  const isQuiet = Math.min(sinceMs, watchedMs) >= changeTiming.quietMs
  const checks = checksBefore(row, changeTiming, now) + 1
  const goneChecks = goneChecksAfter(row, evidence)
  const ended = { ...RELEASED, checks, nextCheckAt: null }
  if (isTrue(evidence) && (state === 'ACCEPTED' || isConclusive(evidence, goneChecks, isQuiet))) {
    const cause = await confirmedCause(row, state === 'ACCEPTED' ? 'accepted' : 'unknown', evidence)
    return advanceChange(row, () => ({ ...ended, state: 'CONFIRMED', cause }), { clock })
  }
  const quietChecks = quietChecksAfter(row, evidence?.shown.kind, isQuiet)
  // A change with a 2xx response, whatever its body says, is never called safe to repeat.
  if (state === 'UNKNOWN' && quietChecks >= QUIET_CHECKS && !isSuccess(row.upstreamStatus)) {
    const cause = { kind: 'notApplied' } as const
    return advanceChange(row, () => ({ ...ended, quietChecks, state: 'NOT_APPLIED', cause }), { clock })
  }
  if (isGivenUp(sinceMs, watchedMs, changeTiming) && checks >= changeTiming.pausesMs.length) {
    const cause = { kind: 'gaveUp', shown: evidence?.shown ?? null } as const
    return advanceChange(row, () => ({ ...ended, state: 'NEEDS_REVIEW', cause }), { clock })
  }
  const pauseMs = changeTiming.pausesMs[checks] ?? changeTiming.laterPauseMs
  const nextCheckAt = new Date((await clock.storeNow()).getTime() + pauseMs).toISOString()
  return (await updateWithoutAudit(db, row, { ...RELEASED, checks, quietChecks, goneChecks, nextCheckAt })) ?? row
}

/**
 * True when the change needs review, by either clock, so that a clock that was set back cannot delay it. A process that has
 * just started first watches for the quiet period and its checks.
 */
function isGivenUp(sinceMs: number, watchedMs: number, { giveUpMs, quietMs, laterPauseMs }: ChangeTiming): boolean {
  return watchedMs >= giveUpMs || (sinceMs >= giveUpMs && watchedMs >= quietMs + QUIET_CHECKS * laterPauseMs)
}

/** Returns 0 for a check that is overdue because no console ran, so that the short pauses start again. */
function checksBefore({ checks, nextCheckAt }: ChangeRow, { laterPauseMs }: ChangeTiming, now: Date): number {
  const isLate = nextCheckAt !== null && now.getTime() - Date.parse(nextCheckAt) > 2 * laterPauseMs
  return isLate ? 0 : checks
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** False while a change that the billing API did not accept might still take effect or be undone, before the quiet period is over. */
function isConclusive({ shown, isGone }: ChangeEvidence, goneChecks: number, isQuiet: boolean): boolean {
  if (shown.kind === 'nothingToChange') return isQuiet
  return !isGone || (isQuiet && goneChecks >= GONE_CHECKS)
}

/** Counts consecutive 404 reads; a failed read does not affect the count. */
function goneChecksAfter({ goneChecks }: ChangeRow, evidence: ChangeEvidence | null): number {
  if (evidence === null) return goneChecks
  return evidence.isGone ? goneChecks + 1 : 0
}

/** Counts reads after the quiet period that show no change. A failed read does not count; a read that shows another change resets the count. */
function quietChecksAfter({ quietChecks }: ChangeRow, kind: string | undefined, isQuiet: boolean): number {
  if (kind === undefined) return quietChecks
  if (kind !== 'asBefore') return 0
  return isQuiet ? quietChecks + 1 : 0
}
