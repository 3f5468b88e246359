import { setTimeout as wait } from 'node:timers/promises'
import { errors } from 'undici'
import type { BillingResponse } from './billing-response'
import type { CallLimits } from './call-limits'
import { BrokenOffError } from './connection-problem'
import type { RetryBudget } from './retry-budget'

const RETRYABLE_STATUS = new Set([429, 502, 503, 504])
const RESET_CODES = new Set(['ECONNRESET', 'EPIPE'])
/** A pause is any part of this, and of twice as much the next time: those who failed together do not come back together. */
const FIRST_PAUSE_MS = 200

type Attempted = { response: BillingResponse } | { error: unknown }

interface Retrying {
  limits: CallLimits
  budget: RetryBudget
  /** When it must be over, in `performance.now()`: no pause goes on until then. */
  endsAtMs: number
  signal: AbortSignal
}

/**
 * Tries a read until it is answered, as often and as long as it may. Tried again is what the API says may pass (429, 502,
 * 503, 504) and what was reset or broke off; cockatiel's `retry` knows neither a budget nor `Retry-After`.
 */
export async function retried(
  attempt: () => Promise<BillingResponse>,
  { limits, budget, endsAtMs, signal }: Retrying,
): Promise<BillingResponse> {
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
  if (error instanceof BrokenOffError || error instanceof errors.SocketError) return true
  return error instanceof Error && 'code' in error && RESET_CODES.has(String(error.code))
}

/** Full jitter, or as long as the API asks for; undefined where that is too long. */
function pauseAfter(attempted: Attempted, tried: number, limits: CallLimits): number | undefined {
  const asked = 'response' in attempted ? attempted.response.retryAfterSeconds : undefined
  if (asked === undefined) return Math.random() * FIRST_PAUSE_MS * 2 ** (tried - 1)
  return asked <= limits.BILLING_API_MAX_RETRY_AFTER_SECONDS ? asked * 1000 : undefined
}
