import type { ChangeReport } from '@/contract/console/change'
import { isTrue } from '../../domain/change/change-evidence'
import { confirmedWords, lateWords, openWords, rejectedWords, shownWords } from '../../domain/change/change-texts'
import type { OperationContext } from '../operation-context'
import type { ProblemError } from '../problem'
import { correctionOf } from './correction-of'
import { advanceChange } from './advance-change'
import { recordNotSent, withChangeId } from './record-not-sent'
import { readEvidence } from './read-evidence'
import { isOpen, reportOf, type ChangeRow } from './change-row'

/**
 * What came back of a write that was to be sent. `unreadable`: a 2xx whose body is not the API's own; `refused`: a 4xx that
 * says no; `recordNotSent`: nothing left the console.
 */
export type ChangeResponse =
  | { answer: 'accepted' | 'unreadable'; upstreamStatus: number; upstreamMessage: string | undefined }
  | { answer: 'refused' | 'unknown' | 'recordNotSent'; problem: ProblemError }

/**
 * Keeps the outcome that a response and another read show. A response that comes after an outcome was recorded corrects it.
 * @throws ProblemError where it was refused, or not sent after all
 */
export async function recordResponse(
  context: OperationContext,
  row: ChangeRow,
  sent: ChangeResponse,
): Promise<ChangeReport> {
  const { action } = row
  const { storeClock: clock, changeTiming } = context.environment
  if (sent.answer === 'recordNotSent') throw await recordNotSent(context, row, sent.problem)
  const evidence = sent.answer === 'unknown' ? null : await readEvidence(context.environment, row)
  const { upstreamStatus, upstreamMessage } = 'problem' in sent ? sent.problem.problem : sent
  const said = { upstreamStatus, upstreamMessage, nextCheckAt: null }
  const told = correctionOf(row)

  // What is no answer of the API's own is no yes: only an effect that is plain to see makes it one.
  const isPlain = evidence?.kind === 'inEffect' && !evidence.isGone
  if (isTrue(evidence) && (sent.answer === 'accepted' || (sent.answer === 'unreadable' && isPlain))) {
    const detail = confirmedWords(action, 'accepted', evidence) + lateWords(row.state)
    return reportOf(await advanceChange(row, () => ({ ...said, state: 'CONFIRMED', detail }), { clock, told }))
  }
  if (sent.answer === 'refused' && evidence?.isWithoutEffect === true) {
    const detail = rejectedWords(evidence)
    const { code } = sent.problem.problem
    const rejected = { ...said, state: 'REJECTED', detail: detail + lateWords(row.state) } as const
    const { id } = await advanceChange(row, () => rejected, { clock, told: { ...told, code } })
    throw withChangeId(sent.problem, id, detail)
  }
  const why = sent.answer === 'unknown' ? sent.problem.problem.detail : shownWords(evidence)
  const detail = `${openWords(action, sent.answer)} ${why}${lateWords(row.state)}`
  const state = sent.answer === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...said, ...AS_NEW, state, detail } as const
  const pauseMs = changeTiming.pausesMs[0] ?? changeTiming.laterPauseMs
  const soon = (now: Date) => ({ ...open, nextCheckAt: new Date(now.getTime() + pauseMs).toISOString() })
  try {
    return reportOf(await advanceChange(row, soon, { clock, told }))
  } catch (error) {
    if (isOpen(row) || !isSecondOpen(error)) throw error
    // A later change of the subscription is open by now, and only one can be: its outcome shows the effect of this one.
    const closed = { state: 'NEEDS_REVIEW', closedBy: 'console', closeNote: SECOND_OPEN } as const
    return reportOf(
      await advanceChange(row, (now) => ({ ...said, ...AS_NEW, ...closed, closedAt: now.toISOString(), detail }), {
        clock,
        told: { ...told, note: SECOND_OPEN },
      }),
    )
  }
}

const SECOND_OPEN = 'Closed by itself: a later change of this subscription is open, and its outcome shows the effect.'

/** It is held by no process, and checked and reviewed as if it were new. */
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

/** PostgreSQL's `unique_violation`, here of the index that keeps one change of a subscription open. */
function isSecondOpen(error: unknown): boolean {
  const { code, cause }: { code?: unknown; cause?: unknown } = Object(error)
  return code === '23505' || (cause !== undefined && isSecondOpen(cause))
}
