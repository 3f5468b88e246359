import { z } from 'zod'

/** Returns the schema of a setting that is a whole number. */
export const whole = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual)

/** Settings that bound the calls to the billing API: timeouts, retries, concurrency. docs/settings.md describes each. */
export const CALL_LIMITS = {
  /** Total time of a read. Its headers may take nine tenths of it, a pause within its body four tenths. */
  BILLING_API_READ_TIMEOUT_MS: whole(100, 60_000, 5_000),
  BILLING_API_WRITE_TIMEOUT_MS: whole(100, 60_000, 10_000),
  BILLING_API_CONNECT_TIMEOUT_MS: whole(50, 30_000, 1_000),
  /** Attempts per read, and the retry budget as a percentage of all reads. */
  BILLING_API_READ_ATTEMPTS: whole(1, 5, 3),
  BILLING_API_RETRY_PERCENT: whole(0, 100, 10),
  /** A longer `Retry-After` is not awaited. */
  BILLING_API_MAX_RETRY_AFTER_SECONDS: whole(0, 30, 2),
  /** Concurrent calls. The queue holds as many again, for at most `BILLING_API_QUEUE_MS`. */
  BILLING_API_READS_AT_ONCE: whole(1, 1_000, 32),
  BILLING_API_WRITES_AT_ONCE: whole(1, 100, 4),
  BILLING_API_QUEUE_MS: whole(0, 10_000, 1_000),
  /** Calls pause when this many connections or different records fail within the window (`RecentFailures`). */
  BILLING_API_BREAKER_CALLS: whole(1, 1_000_000, 20),
  BILLING_API_BREAKER_PERCENT: whole(1, 100, 50),
  BILLING_API_BREAKER_WINDOW_MS: whole(100, 600_000, 30_000),
  BILLING_API_BREAKER_OPEN_MS: whole(50, 600_000, 10_000),
}

export type CallLimits = z.infer<z.ZodObject<typeof CALL_LIMITS>>

/**
 * The initial budget permits retries of the first reads. The maximum keeps a long quiet time from saving up retries for
 * an outage.
 */
const FIRST = 5
const MOST = 10

/** Retry budget of all reads: each read earns a fraction of a retry. */
export class RetryBudget {
  readonly #earned: number
  #left: number

  /** @param percent retries per hundred reads */
  constructor(percent: number) {
    this.#earned = percent / 100
    this.#left = percent === 0 ? 0 : FIRST
  }

  earn(): void {
    this.#left = Math.min(this.#left + this.#earned, MOST)
  }

  /**
   * Takes one retry from the budget.
   * @returns false when the budget is empty
   */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
