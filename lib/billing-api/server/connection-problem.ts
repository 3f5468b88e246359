import { errors } from 'undici'
import { PausedError } from './call-breaker'
import type { CallLimits } from '@/lib/core/server/call-limits'
import type { Settings } from '@/lib/core/server/settings'
import { NeverConnectedError } from './billing-request'
import { LongResponsesError } from './long-responses'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { NoSlotError } from '@/lib/core/server/slots'
import { CHECK_ADDRESS, CHECK_OUTCOME } from './response-problem'

/** Thrown when a body ends before the length that its headers announce. */
export class TruncatedBodyError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The body broke off', { cause })
    this.name = 'TruncatedBodyError'
  }
}

/** Thrown when the time for a read is over, or its caller has left. */
export class ReadTimeoutError extends Error {
  override readonly name = 'ReadTimeoutError'
}

/** Returns the problem of a read without a response. Returns a ProblemError unchanged. */
export function readConnectionProblem(
  error: unknown,
  limits: CallLimits & Pick<Settings, 'BILLING_API_MAX_RESPONSE_BYTES'>,
): ProblemError {
  if (error instanceof ProblemError) return error
  const notSent = notSentProblem(error, limits)
  if (notSent) return notSent
  const problem = (...[code, detail, extra]: Parameters<typeof problemError>) =>
    problemError(code, detail, { ...extra, cause: error })
  if (error instanceof ReadTimeoutError || error instanceof errors.HeadersTimeoutError)
    return problem(
      'timed_out',
      `The billing API did not respond within ${inSeconds(limits.BILLING_API_READ_TIMEOUT_MS)}. Retry; if it stays slow, contact the person who runs it.`,
    )
  if (error instanceof errors.BodyTimeoutError)
    return problem(
      'timed_out',
      'The billing API started to respond, then stopped. The partial response is not shown. Retry; if it stays slow, contact the person who runs it.',
    )
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return problem(
      'unreadable_response',
      `The billing API’s response is larger than ${sizeOf(limits.BILLING_API_MAX_RESPONSE_BYTES)}, so the console does not read it. Contact the person who runs the API.`,
      { technicalDetail: 'BILLING_API_MAX_RESPONSE_BYTES limits the size of a response.' },
    )
  if (error instanceof LongResponsesError)
    return problem(
      'overloaded',
      'The console is reading other long responses, one at a time. Try again in a few seconds.',
      { retryAfterSeconds: 1 },
    )
  if (error instanceof TruncatedBodyError)
    return problem(
      'response_broke_off',
      'The connection ended before the response was complete. The partial response is not shown. Retry; if this continues, the API or a proxy in front of it cuts responses off: contact the person who runs it.',
    )
  if (error instanceof NeverConnectedError)
    return problem(
      'unreachable',
      'No connection to the billing API. Retry; if this continues, contact the person who runs the console.',
      CHECK_ADDRESS,
    )
  return problem(
    'unreachable',
    'The billing API closed the connection without a response. Retry; if this continues, contact the person who runs the console.',
    CHECK_ADDRESS,
  )
}

/**
 * Returns the problem of a write without a response: `not_sent`, `overloaded` or `api_paused` when nothing can have
 * been sent, otherwise `outcome_unknown`. Returns a ProblemError unchanged.
 */
export function writeConnectionProblem(error: unknown, timedOut: boolean, limits: CallLimits): ProblemError {
  if (error instanceof ProblemError) return error
  const notSent = notSentProblem(error, limits)
  if (notSent) return notSent
  if (error instanceof NeverConnectedError)
    return problemError(
      'not_sent',
      'No connection to the billing API, so nothing was sent or changed. Try again in a moment; if this continues, contact the person who runs the console.',
      { ...CHECK_ADDRESS, cause: error },
    )
  const what = timedOut
    ? `did not respond within ${inSeconds(limits.BILLING_API_WRITE_TIMEOUT_MS)}`
    : 'closed the connection without a response'
  return problemError('outcome_unknown', `The billing API ${what}. ${CHECK_OUTCOME}`, { cause: error })
}

/** Returns why the console sent no request; undefined when it did send one. */
function notSentProblem(error: unknown, limits: CallLimits): ProblemError | undefined {
  if (error instanceof NoSlotError)
    return problemError(
      'overloaded',
      'Too many requests are already waiting for the billing API, so this one was not sent. Wait a moment, then try again.',
      { retryAfterSeconds: 1, cause: error },
    )
  if (!(error instanceof PausedError)) return undefined
  const { BILLING_API_BREAKER_PERCENT: percent, BILLING_API_BREAKER_WINDOW_MS: windowMs } = limits
  const share = percent === 50 ? 'half' : `${percent} %`
  return problemError(
    'api_paused',
    `At least ${share} of the requests to the billing API in the last ${inSeconds(windowMs)} failed, so the console paused them for ${inSeconds(limits.BILLING_API_BREAKER_OPEN_MS)}. This request was not sent. The pause ends by itself: retry in ${error.retryAfterSeconds} s.`,
    { retryAfterSeconds: error.retryAfterSeconds, cause: error },
  )
}

function inSeconds(ms: number): string {
  return ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`
}
