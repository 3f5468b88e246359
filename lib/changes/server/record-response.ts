import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeCause, ChangeReport, ChangeState, PriorChange } from '../change'
import { type ChangeEvidence, changeEvidence, isTrue } from '../change-evidence'
import { changeWords } from '../change-texts'
import type { Environment } from '@/lib/core/server/operation-context'
import { log } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ProblemError, problemError } from '@/lib/core/server/problem'
import { finishBeforeExit } from '@/lib/core/server/process-stop'
import { readSubscription } from '@/lib/subscriptions/server/read-subscription'
import {
  advanceChange,
  changeInEffect,
  ChangeMovedError,
  type ChangeRow,
  findChange,
  isOpen,
  RELEASED,
  reportOf,
  subscriptionBefore,
} from './change-store'

/** The pause between attempts to record a response. */
const RECORD_RETRY_MS = 1_000

/**
 * The result of sending a change. `unreadable`: a 2xx whose body is not the API's own; `denied`: one that says that nothing was done;
 * `refused`: a 4xx that rejects the change; `notSent`: nothing left the console.
 */
export type ChangeResponse =
  | { kind: 'accepted' | 'unreadable' | 'denied'; upstreamStatus: number; upstreamMessage: string | undefined }
  | { kind: 'refused' | 'unknown' | 'notSent'; problem: ProblemError }

/**
 * Reads the subscription again and records the outcome of a change that was sent, also when another process has taken it over. Retries
 * in the background when the store fails.
 * @throws ProblemError when the change was refused or not sent
 */
export async function recordOutcome(
  context: OperationContext,
  sending: ChangeRow,
  sent: ChangeResponse,
): Promise<ChangeReport> {
  try {
    return await recordResponse(context, sending, sent).catch((error: unknown) => {
      // Another process took the change over and may have recorded an outcome that this response corrects.
      if (error instanceof ChangeMovedError) return recordForCurrentState(context, sending.id, sent)
      throw error
    })
  } catch (error) {
    if (isRecorded(error)) throw error
    // The outcome could not be stored. The row says SENT until a retry succeeds or the reconciler takes over.
    log().error({ event: 'change', changeId: sending.id, requestId: context.requestId, err: error })
    void finishBeforeExit(recordResponseLater(context, sending.id, sent))
    return reportOf(sending)
  }
}

/** True for an error whose change is stored as refused or not sent. */
const isRecorded = (error: unknown) => error instanceof ProblemError && error.problem.changeId !== undefined

/** Retries to record the response until `giveUpMs` has passed. Never throws. */
async function recordResponseLater(context: OperationContext, id: string, sent: ChangeResponse): Promise<void> {
  const { storeClock, changeTiming } = context.environment
  const endsAtMs = storeClock.elapsedMs() + changeTiming.giveUpMs
  while (storeClock.elapsedMs() < endsAtMs) {
    await wait(RECORD_RETRY_MS, undefined, { ref: false })
    try {
      await recordForCurrentState(context, id, sent)
      return
    } catch (error) {
      if (isRecorded(error)) return
    }
  }
}

/** Records the response for the state that the row has by now. Reads the store first, so an outage of the store costs no billing API calls. */
async function recordForCurrentState(
  context: OperationContext,
  id: string,
  sent: ChangeResponse,
): Promise<ChangeReport> {
  const row = await findChange(id)
  const isCorrectable = sent.kind !== 'unknown' && CORRECTABLE.has(row.state)
  return row.state === 'SENT' || isCorrectable ? recordResponse(context, row, sent) : reportOf(row)
}

/** The states that a late response corrects. */
const CORRECTABLE: ReadonlySet<ChangeState> = new Set(['UNKNOWN', 'NOT_APPLIED', 'NEEDS_REVIEW'])

/**
 * Records the outcome that the response and a second read show. A response that arrives after an outcome was recorded corrects
 * that outcome.
 * @throws ProblemError when the change was refused or not sent
 */
async function recordResponse(context: OperationContext, row: ChangeRow, sent: ChangeResponse): Promise<ChangeReport> {
  const { storeClock: clock, changeTiming } = context.environment
  if (sent.kind === 'notSent') throw await recordNotSent(context, row, sent.problem)
  const evidence = sent.kind === 'unknown' ? null : await readEvidence(context.environment, row)
  const {
    upstreamStatus,
    upstreamMessage,
    upstreamBody = null,
  } = 'problem' in sent ? sent.problem.problem : { ...sent, upstreamBody: undefined }
  const response = { upstreamStatus, upstreamMessage, upstreamBody, nextCheckAt: null }
  const auditDetail = correctionOf(row)
  const { corrects } = auditDetail

  // An unreadable 2xx, or one that denies it, does not count as accepted unless the effect shows beyond doubt.
  const isPlain = evidence?.shown.kind === 'inEffect' && !evidence.isGone
  if (
    isTrue(evidence) &&
    (sent.kind === 'accepted' || ((sent.kind === 'unreadable' || sent.kind === 'denied') && isPlain))
  ) {
    const cause: ChangeCause = { ...(await confirmedCause(row, 'accepted', evidence)), corrects }
    return reportOf(
      await advanceChange(row, () => ({ ...response, state: 'CONFIRMED', cause }), { clock, auditDetail }),
    )
  }
  if (sent.kind === 'refused' && evidence?.isWithoutEffect === true) {
    const { shown } = evidence
    const cause: ChangeCause = { kind: 'rejected', shown, prior: await priorChange(row, evidence) }
    const rejected = { ...response, state: 'REJECTED', cause: { ...cause, corrects } } as const
    const { code } = sent.problem.problem
    const { id } = await advanceChange(row, () => rejected, { clock, auditDetail: { ...auditDetail, code } })
    throw withChangeId(sent.problem, id, changeWords(row.action, cause, []))
  }
  const why = sent.kind === 'unknown' ? { problem: sent.problem.problem.detail } : { shown: evidence?.shown ?? null }
  const cause: ChangeCause = { kind: 'open', response: sent.kind, ...why, corrects }
  const state = sent.kind === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...response, ...AS_NEW, state, cause } as const
  const pauseMs = changeTiming.pausesMs[0] ?? changeTiming.laterPauseMs
  const soon = (now: Date) => ({ ...open, nextCheckAt: new Date(now.getTime() + pauseMs).toISOString() })
  try {
    return reportOf(await advanceChange(row, soon, { clock, auditDetail }))
  } catch (error) {
    if (isOpen(row) || !isSecondOpen(error)) throw error
    // Only one change of a subscription can be open, and a later one is. Its outcome will show the effect of this one.
    const closed = { state: 'NEEDS_REVIEW', closedBy: 'console', closeNote: SECOND_OPEN } as const
    return reportOf(
      await advanceChange(row, (now) => ({ ...response, ...AS_NEW, ...closed, closedAt: now.toISOString(), cause }), {
        clock,
        auditDetail: { ...auditDetail, closedBy: closed.closedBy, note: SECOND_OPEN },
      }),
    )
  }
}

const SECOND_OPEN =
  'Closed automatically: a later change of this subscription is open, and its outcome shows the effect.'

/** Resets holder, checks and review, so that reconciliation starts from the beginning. */
const AS_NEW = {
  ...RELEASED,
  checks: 0,
  quietChecks: 0,
  goneChecks: 0,
  closedAt: null,
  closedBy: null,
  closeNote: null,
}

/** True for PostgreSQL's `unique_violation`, here of the index that allows one open change per subscription. */
function isSecondOpen(error: unknown): boolean {
  const { code, cause }: { code?: unknown; cause?: unknown } = Object(error)
  return code === '23505' || (cause !== undefined && isSecondOpen(cause))
}

/** Records that nothing was sent, and why. @returns the error for the response */
export async function recordNotSent(context: OperationContext, row: ChangeRow, error: unknown): Promise<Error> {
  const notSent = withChangeId(nothingSent(error), row.id)
  try {
    const { code, detail } = notSent.problem
    const { storeClock: clock } = context.environment
    const auditDetail = { code, ...correctionOf(row) }
    const cause = { kind: 'problem', problem: detail } as const
    await advanceChange(row, () => ({ state: 'NOT_SENT', cause }), { clock, auditDetail })
  } catch (cause) {
    // The row still says SENT, which is wrong; the caller retries until it is corrected.
    if (row.state !== 'PREPARED') throw cause
    log().error({ event: 'change', changeId: row.id, requestId: context.requestId, err: cause })
  }
  return notSent
}

/** Returns the error with outcome `none`: a failed read before the change cannot leave its outcome unknown. */
function nothingSent(error: unknown): ProblemError {
  if (!(error instanceof ProblemError))
    return problemError('not_sent', 'Nothing was sent: the console failed before sending.', { cause: error })
  if (error.problem.outcome === 'none') return error
  const { detail, technicalDetail, upstreamStatus, upstreamMessage, upstreamBody, retryAfterSeconds } = error.problem
  return problemError('not_sent', `Nothing was sent, because the subscription could not be read first. ${detail}`, {
    technicalDetail,
    upstreamStatus,
    upstreamMessage,
    upstreamBody,
    retryAfterSeconds,
    cause: error,
  })
}

/** Returns the same error with the change's id; `first` is put before its detail. */
const withChangeId = ({ problem, cause }: ProblemError, changeId: string, first = ''): ProblemError =>
  new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), changeId }, { cause })

/** Returns the audit field that names the recorded outcome which a late response corrects; empty when there was none. */
const correctionOf = ({ state }: ChangeRow): { corrects?: 'NOT_APPLIED' | 'NEEDS_REVIEW' } =>
  state === 'NOT_APPLIED' || state === 'NEEDS_REVIEW' ? { corrects: state } : {}

/** Returns why a change is confirmed. When there was nothing to change, it names who made the earlier change. */
export const confirmedCause = async (
  row: ChangeRow,
  response: 'accepted' | 'unknown',
  evidence: ChangeEvidence,
): Promise<ChangeCause & { kind: 'confirmed' }> => ({
  kind: 'confirmed',
  response,
  shown: evidence.shown,
  prior: await priorChange(row, evidence),
})

/** Returns the earlier change that left nothing to change; undefined without one. */
async function priorChange(row: ChangeRow, { shown }: ChangeEvidence): Promise<PriorChange | undefined> {
  const before = subscriptionBefore(row)
  return shown.kind === 'nothingToChange' && before ? changeInEffect(row, before) : undefined
}

/** Reads the subscription of a change again. @returns the evidence; null when the subscription could not be read */
export async function readEvidence(environment: Environment, row: ChangeRow): Promise<ChangeEvidence | null> {
  const { action, subscriptionId: id } = row
  const before = subscriptionBefore(row)
  if (before === null) return null
  try {
    const after = await readSubscription(environment, id, { requestId: row.requestId, isReconciling: true })
    const evidence = changeEvidence(action, before, after)
    // An API may end a period later than the forecast: a repeated cancel then leaves the end of the first one.
    const { shown } = evidence
    const isRepeated = shown.kind === 'asBefore' && action === 'cancel' && (await changeInEffect(row, before))
    return isRepeated ? { ...evidence, shown: { ...shown, kind: 'nothingToChange' } } : evidence
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return error.problem.code === 'not_found' ? changeEvidence(action, before, null) : null
  }
}
