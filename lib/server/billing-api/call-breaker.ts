import type { BreakerState } from '@/contract/console/status'
import type { BillingResponse } from './billing-response'
import type { CallLimits } from './call-limits'
import { NeverConnectedError } from './never-connected'
import { RecentFailures } from './recent-failures'

/** The circuit breaker is open: nothing was sent. */
export class PausedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('The circuit breaker is open')
    this.name = 'PausedError'
  }
}

/** A failure that says nothing about the API's health, such as a caller who left: it passes the breaker uncounted. */
export class UncountedError extends Error {
  constructor(override readonly cause: unknown) {
    super('Not counted')
    this.name = 'UncountedError'
  }
}

/** A call, as far as the breaker must know it. */
interface BreakerCall {
  /** The operation and its path parameters: the pages of one ledger are one record. */
  record: string
  /** It is a change's own read: an open breaker stops it only while the API as a whole is down. */
  isBeforeChange?: boolean | undefined
}

interface Probe {
  isOfFailing: boolean
}

/**
 * Stops calls while the API as a whole fails. One record that always fails neither opens it nor keeps it open: while any
 * other record is asked for, that one probes.
 */
export class CallBreaker {
  readonly #failures: RecentFailures
  readonly #openMs: number
  /** Until when nothing is sent, in `performance.now()`; undefined while the breaker is closed. */
  #pausedUntilMs: number | undefined
  #probe: Probe | undefined
  /** When a record that was not failing was asked for last, and when a failing one probed last. */
  #otherAskedAtMs = Number.NEGATIVE_INFINITY
  #failingProbedAtMs = Number.NEGATIVE_INFINITY

  constructor(limits: CallLimits) {
    this.#openMs = limits.BILLING_API_BREAKER_OPEN_MS
    this.#failures = new RecentFailures({
      calls: limits.BILLING_API_BREAKER_CALLS,
      percent: limits.BILLING_API_BREAKER_PERCENT,
      windowMs: limits.BILLING_API_BREAKER_WINDOW_MS,
    })
  }

  get state(): BreakerState {
    if (this.#pausedUntilMs === undefined) return 'closed'
    return this.#probe === undefined ? 'open' : 'half_open'
  }

  /**
   * @param call gets whether it is the probe that finds out how the API is, which must end even if its caller leaves
   * @throws PausedError, or as the call
   */
  async run(
    { record, isBeforeChange }: BreakerCall,
    call: (isProbe: boolean) => Promise<BillingResponse>,
  ): Promise<BillingResponse> {
    if (this.#pausedUntilMs === undefined) return this.#counted(record, call, undefined)
    const isOfFailing = this.#failures.isFailing(record)
    const waitMs = this.#waitMs(this.#pausedUntilMs, isOfFailing)
    if (isOfFailing) this.#failures.addFailing(record)
    else this.#otherAskedAtMs = performance.now()
    if (waitMs <= 0) return this.#probing(record, call, { isOfFailing })
    const isPauseOver = performance.now() >= this.#pausedUntilMs
    if (isBeforeChange === true && (isPauseOver || !this.#failures.isDown())) return uncounted(call)
    throw new PausedError(Math.max(1, Math.ceil(waitMs / 1000)))
  }

  /** How long a call must wait before it may probe. A failing record's probe is in the way of other failing ones only. */
  #waitMs(pausedUntilMs: number, isOfFailing: boolean): number {
    const now = performance.now()
    if (this.#probe && (isOfFailing || !this.#probe.isOfFailing)) return Math.max(1, pausedUntilMs - now)
    if (!isOfFailing) return pausedUntilMs - now
    return Math.max(pausedUntilMs, this.#otherAskedAtMs + this.#openMs, this.#failingProbedAtMs + this.#openMs) - now
  }

  async #probing(record: string, call: (isProbe: boolean) => Promise<BillingResponse>, probe: Probe) {
    this.#probe = probe
    if (probe.isOfFailing) this.#failingProbedAtMs = performance.now()
    try {
      return await this.#counted(record, call, probe)
    } finally {
      if (this.#probe === probe) this.#probe = undefined
    }
  }

  async #counted(
    record: string,
    call: (isProbe: boolean) => Promise<BillingResponse>,
    probe: Probe | undefined,
  ): Promise<BillingResponse> {
    try {
      const response = await call(probe !== undefined)
      if (response.status >= 500) this.#failed(record, probe)
      else this.#answered(probe, response.status < 400)
      return response
    } catch (error) {
      if (error instanceof UncountedError) {
        this.#answered(probe, false)
        throw error.cause
      }
      if (error instanceof NeverConnectedError) this.#unconnected(probe)
      else this.#failed(record, probe)
      throw error
    }
  }

  /** A 4xx counts neither way, but a probe that gets one has found the API there. */
  #answered(probe: Probe | undefined, isSuccess: boolean): void {
    if (probe && this.#pausedUntilMs !== undefined) {
      this.#pausedUntilMs = undefined
      this.#failures.clear()
    }
    if (isSuccess) this.#failures.addSuccess()
  }

  #unconnected(probe: Probe | undefined): void {
    this.#failures.addUnconnected()
    this.#pause(probe !== undefined)
  }

  /** A failing record that fails again tells nothing new, so its probe does not lengthen the pause. */
  #failed(record: string, probe: Probe | undefined): void {
    this.#failures.addFailing(record)
    this.#pause(probe?.isOfFailing === false)
  }

  #pause(isProbeFailed: boolean): void {
    const isOpen = this.#pausedUntilMs !== undefined
    if (isOpen ? isProbeFailed : this.#failures.isOutage()) this.#pausedUntilMs = performance.now() + this.#openMs
  }
}

async function uncounted(call: (isProbe: boolean) => Promise<BillingResponse>): Promise<BillingResponse> {
  try {
    return await call(false)
  } catch (error) {
    throw error instanceof UncountedError ? error.cause : error
  }
}
