import { isTrue, type ChangeEvidence } from '../../domain/change/change-evidence'
import { confirmedWords, notAppliedWords, openWords, reviewWords, shownWords } from '../../domain/change/change-texts'
import type { Environment } from '../environment'
import { advanceChange } from './advance-change'
import { readEvidence } from './read-evidence'
import { rescheduleChange } from './reschedule-change'
import type { ChangeRow } from './change-row'
import type { ChangeTiming } from './change-timing'

/** Reads after the quiet period that must show nothing new, before a write is said not to have been applied. */
const QUIET_CHECKS = 2
/**
 * Reads in a row that must answer 404 where the billing API never said yes, the last of them after the quiet period: they may
 * be those of a gateway that is being changed.
 */
const GONE_CHECKS = 2

/**
 * One look at a write whose end is not known, held by this process; it is held no longer afterwards. What a stopped
 * process left as `PREPARED` was not sent, and what it left as `SENT` is not known.
 * @param watchedMs how long this process has seen it as sent, by its monotonic clock
 */
export async function reconcileChange(environment: Environment, row: ChangeRow, watchedMs: number): Promise<ChangeRow> {
  const { action, state } = row
  const { changeTiming, storeClock: clock } = environment
  const released = { holder: null, heldUntil: null }
  if (state === 'PREPARED') {
    const detail =
      'Nothing was sent: the console stopped, or could not write to its store, before the request was sent.'
    return advanceChange(row, () => ({ ...released, state: 'NOT_SENT', detail }), { clock })
  }
  if (state === 'SENT') {
    const detail = `${openWords(action, 'unknown')} No answer was written down.`
    const unknown = { ...released, state: 'UNKNOWN', detail } as const
    return advanceChange(row, (now) => ({ ...unknown, nextCheckAt: now.toISOString() }), { clock })
  }
  if (state !== 'ACCEPTED' && state !== 'UNKNOWN') return row

  const now = await clock.storeNow()
  const sinceMs = now.getTime() - Date.parse(row.sentAt ?? row.createdAt)
  const evidence = await readEvidence(environment, row)
  // By both clocks: a step of the store's must not end it early.
  const isQuiet = Math.min(sinceMs, watchedMs) >= changeTiming.quietMs
  const checks = checksBefore(row, changeTiming, now) + 1
  const goneChecks = goneChecksAfter(row, evidence)
  const ended = { ...released, checks, nextCheckAt: null }
  if (isTrue(evidence) && (state === 'ACCEPTED' || isBelieved(evidence, goneChecks, isQuiet))) {
    const detail = confirmedWords(action, state === 'ACCEPTED' ? 'accepted' : 'unknown', evidence)
    return advanceChange(row, () => ({ ...ended, state: 'CONFIRMED', detail }), { clock })
  }
  const quietChecks = quietChecksAfter(row, evidence?.kind, isQuiet)
  // What was answered with a 2xx, in whatever words, is never said to be safe to repeat.
  if (state === 'UNKNOWN' && quietChecks >= QUIET_CHECKS && !isSuccess(row.upstreamStatus)) {
    const detail = notAppliedWords(action)
    return advanceChange(row, () => ({ ...ended, quietChecks, state: 'NOT_APPLIED', detail }), { clock })
  }
  if (isGivenUp(sinceMs, watchedMs, changeTiming) && checks >= changeTiming.pausesMs.length) {
    const detail = `${reviewWords(action)} ${shownWords(evidence)}`
    return advanceChange(row, () => ({ ...ended, state: 'NEEDS_REVIEW', detail }), { clock })
  }
  const pauseMs = changeTiming.pausesMs[checks] ?? changeTiming.laterPauseMs
  const nextCheckAt = new Date((await clock.storeNow()).getTime() + pauseMs).toISOString()
  return rescheduleChange(row, { ...released, checks, quietChecks, goneChecks, nextCheckAt })
}

/**
 * Whether a person is asked: by either clock, so that one that was set back cannot put it off. A process that has just started
 * first watches for as long as the quiet period and its checks take.
 */
function isGivenUp(sinceMs: number, watchedMs: number, { giveUpMs, quietMs, laterPauseMs }: ChangeTiming): boolean {
  return watchedMs >= giveUpMs || (sinceMs >= giveUpMs && watchedMs >= quietMs + QUIET_CHECKS * laterPauseMs)
}

/** What nobody looked after for long, because no console ran, is looked at as often as if it were new. */
function checksBefore({ checks, nextCheckAt }: ChangeRow, { laterPauseMs }: ChangeTiming, now: Date): number {
  const isLate = nextCheckAt !== null && now.getTime() - Date.parse(nextCheckAt) > 2 * laterPauseMs
  return isLate ? 0 : checks
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Whether a read is believed where the billing API never said yes: what may still change is not, before it is quiet. */
function isBelieved({ kind, isGone }: ChangeEvidence, goneChecks: number, isQuiet: boolean): boolean {
  if (kind === 'nothingToChange') return isQuiet
  return !isGone || (isQuiet && goneChecks >= GONE_CHECKS)
}

/** A read that failed tells nothing. */
function goneChecksAfter({ goneChecks }: ChangeRow, evidence: ChangeEvidence | null): number {
  if (evidence === null) return goneChecks
  return evidence.isGone ? goneChecks + 1 : 0
}

/** A read that failed tells nothing, and one that shows another change begins the count anew. */
function quietChecksAfter({ quietChecks }: ChangeRow, kind: string | undefined, isQuiet: boolean): number {
  if (kind === undefined) return quietChecks
  if (kind !== 'asBefore') return 0
  return isQuiet ? quietChecks + 1 : 0
}
