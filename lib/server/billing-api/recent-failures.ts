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
  readonly #limits: { calls: number; percent: number; windowMs: number }
  #buckets: Bucket[] = []
  /** When each record failed last, in `performance.now()`, the oldest first. */
  readonly #records = new Map<string, number>()

  constructor(limits: { calls: number; percent: number; windowMs: number }) {
    this.#limits = limits
  }

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
    return performance.now() - (this.#records.get(record) ?? Number.NEGATIVE_INFINITY) < this.#limits.windowMs
  }

  /**
   * True when at least `calls` failures, each record counted once, are at least `percent` of everything: a few failing
   * records among few calls are no outage. Failed connections reach it by their share alone (`isUnreachable`).
   */
  isOutage(): boolean {
    const { calls, percent } = this.#limits
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
    const { calls, percent } = this.#limits
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
    return Math.floor((performance.now() * BUCKETS) / this.#limits.windowMs)
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
