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
 * The result of sending a change. `unreadable`: a 2xx whose body is not the API's own; `refused`: a 4xx that rejects the
 * change; `notSent`: nothing left the console.
 */
export type ChangeResponse =
  | { kind: 'accepted' | 'unreadable'; upstreamStatus: number; upstreamMessage: string | undefined }
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

  // An unreadable 2xx does not count as accepted unless the effect shows beyond doubt.
  const isPlain = evidence?.kind === 'inEffect' && !evidence.isGone
  if (isTrue(evidence) && (sent.kind === 'accepted' || (sent.kind === 'unreadable' && isPlain))) {
    const detail = confirmedWords(action, 'accepted', evidence) + lateWords(row.state)
    return reportOf(
      await advanceChange(row, () => ({ ...response, state: 'CONFIRMED', detail }), { clock, auditDetail }),
    )
  }
  if (sent.kind === 'refused' && evidence?.isWithoutEffect === true) {
    const detail = rejectedWords(evidence)
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
        auditDetail: { ...auditDetail, note: SECOND_OPEN },
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
