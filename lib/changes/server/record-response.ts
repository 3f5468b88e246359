import type { ChangeReport, ChangeState } from '../change'
import { isTrue } from '../change-evidence'
import { lateWords, openWords, rejectedWords, shownWords } from '../change-texts'
import { log } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ProblemError, problemError } from '@/lib/core/server/problem'
import { advanceChange, type ChangeRow, isOpen, reportOf } from './change-store'
import { confirmedDetail, readEvidence, priorChangeWords } from './reconcile-changes'

/**
 * The result of sending a change. `unreadable`: a 2xx whose body is not the API's own; `denied`: one that says that nothing was done; `refused`: a 4xx that rejects the
 * change; `notSent`: nothing left the console.
 */
export type ChangeResponse =
  | { kind: 'accepted' | 'unreadable' | 'denied'; upstreamStatus: number; upstreamMessage: string | undefined }
  | { kind: 'refused' | 'unknown' | 'notSent'; problem: ProblemError }

/**
 * Records the outcome that the response and a second read show. A response that arrives after an outcome was recorded corrects
 * that outcome.
 * @throws ProblemError when the change was refused or not sent
 */
export async function recordResponse(
  context: OperationContext,
  row: ChangeRow,
  sent: ChangeResponse,
): Promise<ChangeReport> {
  const { action } = row
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

  // An unreadable 2xx, or one that denies it, does not count as accepted unless the effect shows beyond doubt.
  const isPlain = evidence?.kind === 'inEffect' && !evidence.isGone
  if (
    isTrue(evidence) &&
    (sent.kind === 'accepted' || ((sent.kind === 'unreadable' || sent.kind === 'denied') && isPlain))
  ) {
    const detail = (await confirmedDetail(row, 'accepted', evidence)) + lateWords(row.state)
    return reportOf(
      await advanceChange(row, () => ({ ...response, state: 'CONFIRMED', detail }), { clock, auditDetail }),
    )
  }
  if (sent.kind === 'refused' && evidence?.isWithoutEffect === true) {
    const detail = rejectedWords(evidence) + (await priorChangeWords(row, evidence))
    const { code } = sent.problem.problem
    const rejected = { ...response, state: 'REJECTED', detail: detail + lateWords(row.state) } as const
    const { id } = await advanceChange(row, () => rejected, { clock, auditDetail: { ...auditDetail, code } })
    throw withChangeId(sent.problem, id, detail)
  }
  const why = sent.kind === 'unknown' ? sent.problem.problem.detail : shownWords(evidence)
  const detail = `${openWords(action, sent.kind)} ${why}${lateWords(row.state)}`
  const state = sent.kind === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...response, ...AS_NEW, state, detail } as const
  const pauseMs = changeTiming.pausesMs[0] ?? changeTiming.laterPauseMs
  const soon = (now: Date) => ({ ...open, nextCheckAt: new Date(now.getTime() + pauseMs).toISOString() })
  try {
    return reportOf(await advanceChange(row, soon, { clock, auditDetail }))
  } catch (error) {
    if (isOpen(row) || !isSecondOpen(error)) throw error
    // Only one change of a subscription can be open, and a later one is. Its outcome will show the effect of this one.
    const closed = { state: 'NEEDS_REVIEW', closedBy: 'console', closeNote: SECOND_OPEN } as const
    return reportOf(
      await advanceChange(row, (now) => ({ ...response, ...AS_NEW, ...closed, closedAt: now.toISOString(), detail }), {
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
  holder: null,
  heldUntil: null,
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
    await advanceChange(row, () => ({ state: 'NOT_SENT', detail }), { clock, auditDetail })
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
function withChangeId({ problem, cause }: ProblemError, changeId: string, first = ''): ProblemError {
  const error = new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), changeId })
  error.cause = cause
  return error
}

/** Returns the audit field that names the recorded outcome which a late response corrects; empty when there was none. */
const correctionOf = ({ state }: ChangeRow): { corrects?: ChangeState } =>
  state === 'NOT_APPLIED' || state === 'NEEDS_REVIEW' ? { corrects: state } : {}
