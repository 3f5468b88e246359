import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { problemError, ProblemError } from '../problem'
import { correctionOf } from './correction-of'
import { advanceChange } from './advance-change'
import type { ChangeRow } from './change-row'

/** Keeps that nothing was sent, and why. @returns what whoever asked is told */
export async function recordNotSent(context: OperationContext, row: ChangeRow, error: unknown): Promise<Error> {
  const told = withChangeId(nothingSent(error), row.id)
  try {
    const { code, detail } = told.problem
    const { storeClock: clock } = context.environment
    await advanceChange(row, () => ({ state: 'NOT_SENT', detail }), { clock, told: { code, ...correctionOf(row) } })
  } catch (cause) {
    // It stands as sent, which it was not: that is written down as soon as it can be.
    if (row.state !== 'PREPARED') throw cause
    log().error({ event: 'write', changeId: row.id, requestId: context.requestId, err: cause })
  }
  return told
}

/** A read that failed leaves nothing unknown of a write that was not sent. */
function nothingSent(error: unknown): ProblemError {
  if (!(error instanceof ProblemError))
    return problemError('not_sent', 'The console failed before it sent anything.', { cause: error })
  if (error.problem.outcome === 'none') return error
  const { detail, technicalDetail, upstreamStatus, upstreamMessage, retryAfterSeconds } = error.problem
  return problemError('not_sent', `Nothing was sent, because the subscription could not be read first. ${detail}`, {
    technicalDetail,
    upstreamStatus,
    upstreamMessage,
    retryAfterSeconds,
    cause: error,
  })
}

/** The same problem, of this operation; `first` stands before what it says. */
export function withChangeId({ problem, cause }: ProblemError, changeId: string, first = ''): ProblemError {
  const error = new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), changeId })
  error.cause = cause
  return error
}
