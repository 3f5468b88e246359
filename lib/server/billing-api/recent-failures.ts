import { CircuitState, type IBreaker } from 'cockatiel'

const BUCKETS = 30

interface Bucket {
  /** Counted in bucket lengths since 1970. */
  number: number
  calls: number
  failures: number
}

/**
 * Breaks where at least `percent` of at least `calls` calls within `windowMs` have failed. Unlike cockatiel's
 * `SamplingBreaker` it forgets by the clock: a failure an hour, all of them, breaks nothing.
 */
export class RecentFailures implements IBreaker {
  state: unknown = undefined
  readonly #limits: { calls: number; percent: number; windowMs: number }
  #buckets: Bucket[] = []

  constructor(limits: { calls: number; percent: number; windowMs: number }) {
    this.#limits = limits
  }

  success(): void {
    this.#latest().calls += 1
  }

  /** @returns whether it breaks now; a probe that fails always does */
  failure(state: CircuitState): boolean {
    const latest = this.#latest()
    latest.calls += 1
    latest.failures += 1
    const sum = (of: 'calls' | 'failures') => this.#buckets.reduce((total, bucket) => total + bucket[of], 0)
    const isBroken = sum('calls') >= this.#limits.calls && sum('failures') * 100 >= sum('calls') * this.#limits.percent
    return state === CircuitState.HalfOpen || isBroken
  }

  clear(): void {
    this.#buckets = []
  }

  #latest(): Bucket {
    const number = Math.floor((Date.now() * BUCKETS) / this.#limits.windowMs)
    this.#buckets = this.#buckets.filter((bucket) => bucket.number > number - BUCKETS)
    const latest = this.#buckets.at(-1)
    if (latest?.number === number) return latest
    const added = { number, calls: 0, failures: 0 }
    this.#buckets.push(added)
    return added
  }
}
