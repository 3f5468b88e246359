import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { problemError, ProblemError } from '../problem'
import { correctionOf } from './correction-of'
import { moveOn } from './move-on'
import type { WriteRow } from './write-row'

/** Keeps that nothing was sent, and why. @returns what whoever asked is told */
export async function notSent(context: OperationContext, row: WriteRow, error: unknown): Promise<Error> {
  const told = withOperation(nothingSent(error), row.id)
  try {
    const { code, detail } = told.problem
    const { writeClock: clock } = context.environment
    await moveOn(row, () => ({ state: 'NOT_SENT', detail }), { clock, told: { code, ...correctionOf(row) } })
  } catch (cause) {
    // It stands as sent, which it was not: that is written down as soon as it can be.
    if (row.state !== 'PREPARED') throw cause
    log().error({ event: 'write', operationId: row.id, requestId: context.requestId, err: cause })
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
export function withOperation({ problem, cause }: ProblemError, operationId: string, first = ''): ProblemError {
  const error = new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), operationId })
  error.cause = cause
  return error
}
