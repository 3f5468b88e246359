import type { WriteReport } from '@/contract/console/write-operation'
import { isSo } from '../../domain/write-evidence'
import { confirmedWords, openWords, rejectedWords, shownWords } from '../../domain/write-words'
import type { OperationContext } from '../operations/operation-context'
import type { ProblemError } from '../problem'
import { moveOn } from './move-on'
import { notSent, withOperation } from './not-sent'
import { readAgain } from './read-again'
import { reportOf, type WriteRow } from './write-row'

/**
 * What came back of a write that was to be sent. `unreadable`: a 2xx whose body is not the API's own; `refused`: a 4xx that
 * says no; `notSent`: nothing left the console.
 */
export type SentWrite =
  | { answer: 'accepted' | 'unreadable'; upstreamStatus: number; upstreamMessage: string | undefined }
  | { answer: 'refused' | 'unknown' | 'notSent'; problem: ProblemError }

/**
 * Tells what is known of the end of a write that was sent, and keeps it.
 * @throws ProblemError where it was refused, or not sent after all
 */
export async function settleWrite(context: OperationContext, row: WriteRow, sent: SentWrite): Promise<WriteReport> {
  const { action } = row
  if (sent.answer === 'notSent') throw await notSent(context, row, sent.problem)
  const evidence = sent.answer === 'unknown' ? null : await readAgain(context.environment, row)
  const now = context.now()
  const { upstreamStatus, upstreamMessage } = 'problem' in sent ? sent.problem.problem : sent
  const said = { upstreamStatus, upstreamMessage }

  // What is no answer of the API's own is no yes: only an effect that is plain to see makes it one.
  const isPlain = evidence?.kind === 'inEffect' && !evidence.isGone
  if (isSo(evidence) && (sent.answer === 'accepted' || (sent.answer === 'unreadable' && isPlain))) {
    const detail = confirmedWords(action, 'accepted', evidence)
    return reportOf(await moveOn(row, { ...said, state: 'CONFIRMED', detail }, { now }))
  }
  if (sent.answer === 'refused' && evidence?.isWithoutEffect === true) {
    const detail = rejectedWords(evidence)
    const { code } = sent.problem.problem
    const rejected = await moveOn(row, { ...said, state: 'REJECTED', detail }, { now, told: { code } })
    throw withOperation(sent.problem, rejected.id, detail)
  }
  const { pausesMs, laterPauseMs } = context.environment.writeTiming
  const nextCheckAt = new Date(now.getTime() + (pausesMs[0] ?? laterPauseMs)).toISOString()
  const why = sent.answer === 'unknown' ? sent.problem.problem.detail : shownWords(evidence)
  const detail = `${openWords(action, sent.answer)} ${why}`
  const state = sent.answer === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...said, state, detail, nextCheckAt, holder: null, heldUntil: null } as const
  return reportOf(await moveOn(row, open, { now }))
}
