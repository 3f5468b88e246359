import { type ConsoleErrorCode, problemOfCode } from '@/contract/console/errors'
import type { Problem } from '@/contract/console/problem'
import { ProblemError } from '@/contract/console/problem-error'

export { ProblemError }

type ProblemExtra = Pick<Problem, 'technicalDetail' | 'upstreamStatus' | 'upstreamMessage' | 'retryAfterSeconds'>

/**
 * A `ProblemError` of this code. `detail` says what happened and what to do next, in plain words;
 * `cause` is for the log only. Its `requestId` is empty until `toProblem` answers a request with it.
 */
export function problemError(
  code: ConsoleErrorCode,
  detail: string,
  extra: ProblemExtra & ErrorOptions = {},
): ProblemError {
  const { cause, ...shown } = extra
  const error = new ProblemError({ ...problemOfCode(code), detail, ...shown })
  if (cause !== undefined) error.cause = cause
  return error
}

/** What the browser is told of an error: a `ProblemError` as it is, anything else as `internal_error` without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  const { problem } =
    error instanceof ProblemError
      ? error
      : problemError(
          'internal_error',
          'Something failed inside the console. If it happens again, give the request id to whoever runs the console: its log says what failed.',
        )
  return { ...problem, requestId }
}
