import { isSo, type WriteEvidence } from '../../domain/change/write-evidence'
import { confirmedWords, notAppliedWords, openWords, reviewWords, shownWords } from '../../domain/change/write-words'
import type { Environment } from '../environment'
import { moveOn } from './move-on'
import { readAgain } from './read-again'
import { reschedule } from './reschedule'
import type { WriteRow } from './write-row'
import type { WriteTiming } from './write-timing'

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
export async function reconcile(environment: Environment, row: WriteRow, watchedMs: number): Promise<WriteRow> {
  const { action, state } = row
  const { writeTiming, writeClock: clock } = environment
  const released = { holder: null, heldUntil: null }
  if (state === 'PREPARED') {
    const detail =
      'Nothing was sent: the console stopped, or could not write to its store, before the request was sent.'
    return moveOn(row, () => ({ ...released, state: 'NOT_SENT', detail }), { clock })
  }
  if (state === 'SENT') {
    const detail = `${openWords(action, 'unknown')} No answer was written down.`
    const unknown = { ...released, state: 'UNKNOWN', detail } as const
    return moveOn(row, (now) => ({ ...unknown, nextCheckAt: now.toISOString() }), { clock })
  }
  if (state !== 'ACCEPTED' && state !== 'UNKNOWN') return row

  const now = await clock.storeNow()
  const sinceMs = now.getTime() - Date.parse(row.sentAt ?? row.createdAt)
  const evidence = await readAgain(environment, row)
  // By both clocks: a step of the store's must not end it early.
  const isQuiet = Math.min(sinceMs, watchedMs) >= writeTiming.quietMs
  const checks = checksBefore(row, writeTiming, now) + 1
  const goneChecks = goneChecksAfter(row, evidence)
  const ended = { ...released, checks, nextCheckAt: null }
  if (isSo(evidence) && (state === 'ACCEPTED' || isBelieved(evidence, goneChecks, isQuiet))) {
    const detail = confirmedWords(action, state === 'ACCEPTED' ? 'accepted' : 'unknown', evidence)
    return moveOn(row, () => ({ ...ended, state: 'CONFIRMED', detail }), { clock })
  }
  const quietChecks = quietChecksAfter(row, evidence?.kind, isQuiet)
  // What was answered with a 2xx, in whatever words, is never said to be safe to repeat.
  if (state === 'UNKNOWN' && quietChecks >= QUIET_CHECKS && !isSuccess(row.upstreamStatus)) {
    const detail = notAppliedWords(action)
    return moveOn(row, () => ({ ...ended, quietChecks, state: 'NOT_APPLIED', detail }), { clock })
  }
  if (isGivenUp(sinceMs, watchedMs, writeTiming) && checks >= writeTiming.pausesMs.length) {
    const detail = `${reviewWords(action)} ${shownWords(evidence)}`
    return moveOn(row, () => ({ ...ended, state: 'NEEDS_REVIEW', detail }), { clock })
  }
  const pauseMs = writeTiming.pausesMs[checks] ?? writeTiming.laterPauseMs
  const nextCheckAt = new Date((await clock.storeNow()).getTime() + pauseMs).toISOString()
  return reschedule(row, { ...released, checks, quietChecks, goneChecks, nextCheckAt })
}

/**
 * Whether a person is asked: by either clock, so that one that was set back cannot put it off. A process that has just started
 * first watches for as long as the quiet period and its checks take.
 */
function isGivenUp(sinceMs: number, watchedMs: number, { giveUpMs, quietMs, laterPauseMs }: WriteTiming): boolean {
  return watchedMs >= giveUpMs || (sinceMs >= giveUpMs && watchedMs >= quietMs + QUIET_CHECKS * laterPauseMs)
}

/** What nobody looked after for long, because no console ran, is looked at as often as if it were new. */
function checksBefore({ checks, nextCheckAt }: WriteRow, { laterPauseMs }: WriteTiming, now: Date): number {
  const isLate = nextCheckAt !== null && now.getTime() - Date.parse(nextCheckAt) > 2 * laterPauseMs
  return isLate ? 0 : checks
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Whether a read is believed where the billing API never said yes: what may still change is not, before it is quiet. */
function isBelieved({ kind, isGone }: WriteEvidence, goneChecks: number, isQuiet: boolean): boolean {
  if (kind === 'nothingToChange') return isQuiet
  return !isGone || (isQuiet && goneChecks >= GONE_CHECKS)
}

/** A read that failed tells nothing. */
function goneChecksAfter({ goneChecks }: WriteRow, evidence: WriteEvidence | null): number {
  if (evidence === null) return goneChecks
  return evidence.isGone ? goneChecks + 1 : 0
}

/** A read that failed tells nothing, and one that shows another change begins the count anew. */
function quietChecksAfter({ quietChecks }: WriteRow, kind: string | undefined, isQuiet: boolean): number {
  if (kind === undefined) return quietChecks
  if (kind !== 'asBefore') return 0
  return isQuiet ? quietChecks + 1 : 0
}
