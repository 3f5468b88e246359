import { BrokenCircuitError, circuitBreaker, type CircuitBreakerPolicy, CircuitState, handleWhen } from 'cockatiel'
import type { BreakerState } from '@/contract/console/status'
import type { BillingResponse } from './billing-response'
import type { CallLimits } from './call-limits'
import { RecentFailures } from './recent-failures'

/** The console does not ask for now, because too much of what it asked lately failed. Nothing was sent. */
export class PausedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('The circuit breaker is open')
    this.name = 'PausedError'
  }
}

/** A failure that says nothing of the API's health, such as a caller who left: it passes the breaker uncounted. */
export class UncountedError extends Error {
  constructor(override readonly cause: unknown) {
    super('Not counted')
    this.name = 'UncountedError'
  }
}

/** An answer that is not counted either way: a 4xx says as little. */
class Uncounted extends UncountedError {
  constructor(readonly response: BillingResponse) {
    super(undefined)
  }
}

/** Stops calls while the API fails: a 5xx, no answer, or none in time. */
export class CallBreaker {
  readonly #circuit: CircuitBreakerPolicy
  readonly #openMs: number
  #openedAtMs = 0

  constructor(limits: CallLimits) {
    this.#openMs = limits.BILLING_API_BREAKER_OPEN_MS
    const failures = new RecentFailures({
      calls: limits.BILLING_API_BREAKER_CALLS,
      percent: limits.BILLING_API_BREAKER_PERCENT,
      windowMs: limits.BILLING_API_BREAKER_WINDOW_MS,
    })
    const counted = handleWhen((error) => !(error instanceof UncountedError)).orWhenResult(isFailure)
    this.#circuit = circuitBreaker(counted, { halfOpenAfter: this.#openMs, breaker: failures })
    this.#circuit.onBreak(() => (this.#openedAtMs = Date.now()))
    this.#circuit.onReset(() => failures.clear())
  }

  get state(): BreakerState {
    if (this.#circuit.state === CircuitState.Closed) return 'closed'
    return this.#circuit.state === CircuitState.HalfOpen ? 'half_open' : 'open'
  }

  /**
   * @param call is told whether it is the one that finds out how the API is: it must then come to its end, whoever leaves
   * @throws PausedError, or as the call
   */
  async run(call: (isProbe: boolean) => Promise<BillingResponse>): Promise<BillingResponse> {
    // The others do not wait for what the probe finds out.
    if (this.state === 'half_open') throw this.#paused()
    const isProbe = this.state === 'open'
    try {
      return await this.#circuit.execute(async () => countable(await call(isProbe)))
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw this.#paused()
      if (error instanceof Uncounted) return error.response
      throw error instanceof UncountedError ? error.cause : error
    }
  }

  #paused(): PausedError {
    const leftMs = this.#openedAtMs + this.#openMs - Date.now()
    return new PausedError(Math.max(1, Math.ceil(leftMs / 1000)))
  }
}

function countable(response: BillingResponse): BillingResponse {
  if (response.status >= 400 && response.status < 500) throw new Uncounted(response)
  return response
}

function isFailure(response: unknown): boolean {
  return Object(response).status >= 500
}
