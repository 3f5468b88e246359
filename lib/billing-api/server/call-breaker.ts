import type { BreakerState } from '@/lib/status/status'
import type { ReceivedResponse } from './billing-response'
import type { CallLimits } from '@/lib/core/server/call-limits'
import { NeverConnectedError } from './billing-request'

/** Thrown while the circuit breaker is open. Nothing was sent. */
export class PausedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('The circuit breaker is open')
    this.name = 'PausedError'
  }
}

/** The properties of a call that the breaker needs. */
interface BreakerCall {
  /** The operation and its path parameters. All pages of one ledger are one record. */
  record: string
  /** True for the read that precedes a change. An open breaker stops it only while the whole API is down. */
  isBeforeChange?: boolean | undefined
  /** Returns true for an error that says nothing about the API's health, such as an abort by the caller. */
  isUncounted?: (error: unknown, isProbe: boolean) => boolean
}

interface Probe {
  isOfFailing: boolean
}

/**
 * Circuit breaker: stops calls while the API as a whole fails. One record that always fails neither opens it nor keeps
 * it open, because another record, when requested, probes first.
 */
export class CallBreaker {
  readonly #failures: RecentFailures
  readonly #openMs: number
  /** Nothing is sent until then, in `performance.now()`; undefined while the breaker is closed. */
  #pausedUntilMs: number | undefined
  #probe: Probe | undefined
  /** When a record that was not failing was last requested. */
  #otherRequestedAtMs = Number.NEGATIVE_INFINITY
  /** When a failing record last probed, and which. */
  #failingProbe = { record: '', atMs: Number.NEGATIVE_INFINITY }

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
    // After the pause, the next call is the probe.
    return this.#probe === undefined && performance.now() < this.#pausedUntilMs ? 'open' : 'half_open'
  }

  /** True when the record has failed within the window. */
  isFailing(record: string): boolean {
    return this.#failures.isFailing(record)
  }

  /**
   * Runs the call when the breaker permits it.
   * @param call receives true when it is the probe, which must run to its end even when the caller aborts
   * @throws PausedError while open, or the error of the call
   */
  async run(own: BreakerCall, call: (isProbe: boolean) => Promise<ReceivedResponse>): Promise<ReceivedResponse> {
    const { record, isBeforeChange } = own
    if (this.#pausedUntilMs === undefined) return this.#counted(own, call, undefined)
    const isOfFailing = this.#failures.isFailing(record)
    const waitMs = this.#waitMs(this.#pausedUntilMs, isOfFailing, record)
    if (isOfFailing) this.#failures.addFailing(record)
    else this.#otherRequestedAtMs = performance.now()
    if (waitMs <= 0) return this.#probing(own, call, { isOfFailing })
    const isPauseOver = performance.now() >= this.#pausedUntilMs
    if (isBeforeChange === true && (isPauseOver || !this.#failures.isDown())) return call(false)
    throw new PausedError(Math.max(1, Math.ceil(waitMs / 1000)))
  }

  /**
   * Returns how long a call must wait before it may probe. The probe of a failing record delays only failing records:
   * its own next probe by the whole pause, the others by a fifth of it, since they may have recovered.
   */
  #waitMs(pausedUntilMs: number, isOfFailing: boolean, record: string): number {
    const now = performance.now()
    if (this.#probe && (isOfFailing || !this.#probe.isOfFailing)) return Math.max(1, pausedUntilMs - now)
    if (!isOfFailing) return pausedUntilMs - now
    const afterProbeMs = this.#failingProbe.record === record ? this.#openMs : this.#openMs / 5
    return (
      Math.max(pausedUntilMs, this.#otherRequestedAtMs + this.#openMs, this.#failingProbe.atMs + afterProbeMs) - now
    )
  }

  async #probing(own: BreakerCall, call: (isProbe: boolean) => Promise<ReceivedResponse>, probe: Probe) {
    this.#probe = probe
    if (probe.isOfFailing) this.#failingProbe = { record: own.record, atMs: performance.now() }
    try {
      return await this.#counted(own, call, probe)
    } finally {
      if (this.#probe === probe) this.#probe = undefined
    }
  }

  async #counted(
    { record, isUncounted }: BreakerCall,
    call: (isProbe: boolean) => Promise<ReceivedResponse>,
    probe: Probe | undefined,
  ): Promise<ReceivedResponse> {
    try {
      const response = await call(probe !== undefined)
      if (response.status >= 500) this.#recordFailure(record, probe)
      else this.#recordResponse(probe, response.status < 400)
      return response
    } catch (error) {
      if (isUncounted?.(error, probe !== undefined) === true) this.#recordResponse(probe, false)
      else if (error instanceof NeverConnectedError) this.#unconnected(probe)
      else this.#recordFailure(record, probe)
      throw error
    }
  }

  /** A 4xx counts neither way, but a probe that gets one has reached the API. */
  #recordResponse(probe: Probe | undefined, isSuccess: boolean): void {
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

  /** A failing record that fails again is no news, so its probe does not lengthen the pause. */
  #recordFailure(record: string, probe: Probe | undefined): void {
    this.#failures.addFailing(record)
    this.#pause(probe?.isOfFailing === false)
  }

  #pause(isProbeFailed: boolean): void {
    const isOpen = this.#pausedUntilMs !== undefined
    if (isOpen ? isProbeFailed : this.#failures.isOutage()) this.#pausedUntilMs = performance.now() + this.#openMs
  }
}

const BUCKETS = 30
/** How many failing records are remembered; of more, the one that failed longest ago is forgotten. */
const MAX_RECORDS = 10_000

interface Bucket {
  /** Counted in bucket lengths of `performance.now()`. */
  number: number
  successes: number
  unconnected: number
}

/**
 * The outcomes of calls within the last `windowMs`, by a clock that never steps. A success and a failed connection count
 * each time; a record that fails counts once, because one that always fails says nothing about the others.
 */
export class RecentFailures {
  #buckets: Bucket[] = []
  /** When each record failed last, in `performance.now()`, the oldest first. */
  readonly #records = new Map<string, number>()

  constructor(private readonly limits: { calls: number; percent: number; windowMs: number }) {}

  addSuccess(): void {
    this.#latest().successes += 1
  }

  /** No connection came about. */
  addUnconnected(): void {
    this.#latest().unconnected += 1
  }

  addFailing(record: string): void {
    this.#records.delete(record)
    this.#records.set(record, performance.now())
    for (const oldest of this.#records.keys()) if (this.#records.size > MAX_RECORDS) this.#records.delete(oldest)
  }

  /** True when the record has failed within the window. */
  isFailing(record: string): boolean {
    return performance.now() - (this.#records.get(record) ?? Number.NEGATIVE_INFINITY) < this.limits.windowMs
  }

  /**
   * True when at least `calls` failures, each record counted once, are at least `percent` of everything: a few failing
   * records among few calls are no outage. Failed connections reach it by their share alone (`isUnreachable`).
   */
  isOutage(): boolean {
    const { calls, percent } = this.limits
    const failures = this.#sum('unconnected') + this.#failingRecords()
    const isFailing = failures >= calls && isShare(failures, failures + this.#sum('successes'), percent)
    return isFailing || this.#isUnreachable()
  }

  /** True when the API is down: connections fail, or nothing succeeded within the window. */
  isDown(): boolean {
    return this.#sum('successes') === 0 || this.#isUnreachable()
  }

  clear(): void {
    this.#buckets = []
    this.#records.clear()
  }

  /** True when at least `percent` of at least `calls` calls found no connection. */
  #isUnreachable(): boolean {
    const { calls, percent } = this.limits
    const unconnected = this.#sum('unconnected')
    const all = unconnected + this.#sum('successes')
    return all >= calls && isShare(unconnected, all, percent)
  }

  #failingRecords(): number {
    for (const record of this.#records.keys()) {
      if (this.isFailing(record)) break
      this.#records.delete(record)
    }
    return this.#records.size
  }

  #sum(of: 'successes' | 'unconnected'): number {
    const first = this.#number() - BUCKETS
    return this.#buckets.reduce((total, bucket) => (bucket.number > first ? total + bucket[of] : total), 0)
  }

  #number(): number {
    return Math.floor((performance.now() * BUCKETS) / this.limits.windowMs)
  }

  #latest(): Bucket {
    const number = this.#number()
    this.#buckets = this.#buckets.filter((bucket) => bucket.number > number - BUCKETS)
    const latest = this.#buckets.at(-1)
    if (latest?.number === number) return latest
    const added = { number, successes: 0, unconnected: 0 }
    this.#buckets.push(added)
    return added
  }
}

const isShare = (part: number, all: number, percent: number) => part * 100 >= all * percent
