import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { problemError, ProblemError } from '../problem'
import { correctionOf } from './correction-of'
import { advanceChange } from './advance-change'
import type { ChangeRow } from './change-row'

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
export function withChangeId({ problem, cause }: ProblemError, changeId: string, first = ''): ProblemError {
  const error = new ProblemError({ ...problem, detail: `${first} ${problem.detail}`.trim(), changeId })
  error.cause = cause
  return error
}
