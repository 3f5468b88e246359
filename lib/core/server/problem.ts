import { type OperationLine, isRead } from '../operations'
import { type ConsoleErrorCode, problemOfCode } from '../errors'
import type { Problem } from '../problem'
import { ProblemError } from '../problem-error'
import { isStoreUnavailable, OutcomeUnknown } from '@/database/database-errors'

export { ProblemError }

type ProblemExtra = Pick<
  Problem,
  | 'technicalDetail'
  | 'upstreamStatus'
  | 'upstreamMessage'
  | 'upstreamBody'
  | 'upstreamCode'
  | 'retryAfterSeconds'
  | 'changeId'
>

/**
 * Returns a `ProblemError` of this code. `detail` says what happened and what to do next; `cause` is only logged.
 * `requestId` is empty until `toProblem` sets it.
 */
export const problemError = (
  code: ConsoleErrorCode,
  detail: string,
  { cause, ...shown }: ProblemExtra & ErrorOptions = {},
): ProblemError =>
  new ProblemError({ ...problemOfCode(code), detail, ...shown }, cause === undefined ? undefined : { cause })

/** Returns what the browser sees of an error: a `ProblemError` unchanged, anything else without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  return { ...problemErrorOf(error).problem, requestId }
}

/** Returns the problem of an operation. A read that failed changed nothing, whatever the cause. */
export const operationProblem = (operation: OperationLine, error: unknown, requestId: string): Problem => ({
  ...toProblem(error, requestId),
  ...(isRead(operation) && { outcome: 'none' }),
})

/** The console queries no database but its own. */
function problemErrorOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof OutcomeUnknown)
    return problemError(
      'outcome_unknown',
      'The connection to the console’s database was lost before the outcome was known. Check whether it was done.',
    )
  if (isStoreUnavailable(error))
    return problemError(
      'store_unavailable',
      'The console’s database is unavailable. Nothing was done. Try again in a moment. If this continues, contact the person who runs the console.',
    )
  return problemError(
    'internal_error',
    'The console failed. If this happens again, give the request ID to the person who runs the console: the log has the reason.',
  )
}

/** The status that proxies log for a client that closed its connection. */
export const CALLER_GONE = 499

/** Returns the HTTP status of the response to an error. */
export const statusOfError = (error: unknown): number => problemErrorOf(error).problem.status
