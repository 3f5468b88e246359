import { setTimeout as wait } from 'node:timers/promises'
import { errors } from 'undici'
import type { ReceivedResponse } from './billing-response'
import type { CallLimits, RetryBudget } from '@/lib/core/server/call-limits'
import { ReadTimeoutError, TruncatedBodyError } from './connection-problem'

const RETRYABLE_STATUS = new Set([429, 502, 503, 504])
const RESET_CODES = new Set(['ECONNRESET', 'EPIPE'])
/**
 * Longest pause before the second attempt; it doubles for each further one. Jitter keeps calls that failed together
 * from retrying together.
 */
const FIRST_PAUSE_MS = 200

type Attempted = { response: ReceivedResponse } | { error: unknown }

interface Retrying {
  limits: CallLimits
  budget: RetryBudget
  /** The deadline in `performance.now()`. A pause must end before it. */
  endsAtMs: number
  signal: AbortSignal
}

/**
 * Attempts a read until it has a final response, within the limits and the retry budget. Retries 429, 502, 503, 504,
 * resets and truncated bodies.
 */
export async function withRetries(
  attempt: () => Promise<ReceivedResponse>,
  { limits, budget, endsAtMs, signal }: Retrying,
): Promise<ReceivedResponse> {
  budget.earn()
  for (let tried = 1; ; tried += 1) {
    const attempted: Attempted = await attempt().then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    )
    const pauseMs = isRetryable(attempted) ? pauseAfter(attempted, tried, limits) : undefined
    const mayRetry = pauseMs !== undefined && tried < limits.BILLING_API_READ_ATTEMPTS && !signal.aborted
    if (!mayRetry || performance.now() + pauseMs >= endsAtMs || !budget.spend()) {
      if ('error' in attempted) throw attempted.error
      return attempted.response
    }
    await wait(pauseMs, undefined, { signal })
  }
}

function isRetryable(attempted: Attempted): boolean {
  if ('response' in attempted) return RETRYABLE_STATUS.has(attempted.response.status)
  const { error } = attempted
  if (error instanceof TruncatedBodyError || error instanceof errors.SocketError) return true
  return error instanceof Error && 'code' in error && RESET_CODES.has(String(error.code))
}

/** Returns the pause: full jitter, or the API's `Retry-After`; undefined when that is too long. */
function pauseAfter(attempted: Attempted, tried: number, limits: CallLimits): number | undefined {
  const retryAfterSeconds = 'response' in attempted ? attempted.response.retryAfterSeconds : undefined
  if (retryAfterSeconds === undefined) return Math.random() * FIRST_PAUSE_MS * 2 ** (tried - 1)
  return retryAfterSeconds <= limits.BILLING_API_MAX_RETRY_AFTER_SECONDS ? retryAfterSeconds * 1000 : undefined
}

/**
 * Runs a read with a signal that aborts after `ms`, or with the caller's.
 * @throws ReadTimeoutError at that moment, even when the read goes on: a probe of the circuit breaker does
 */
export async function withinTime<Result>(
  ms: number,
  caller: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (caller?.aborted) throw new ReadTimeoutError()
  const limit = new AbortController()
  const end = () => limit.abort()
  const ended = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(new ReadTimeoutError()), { once: true })
  })
  const timer = setTimeout(end, ms)
  caller?.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([read(limit.signal), ended])
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', end)
  }
}
