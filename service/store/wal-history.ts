/** A position in the write-ahead log of a database. */
interface WalPosition {
  /** The server's cluster, its timeline and the database: positions of another origin do not compare. */
  origin: string
  bytes: bigint
}

interface Mark extends WalPosition {
  atMs: number
}

/** Positions that the primary had written by a time, for as long as a replica may lag. */
export class WalHistory {
  #marks: Mark[] = []

  constructor(private readonly maxAgeMs: number) {}

  add(mark: Mark): void {
    this.#marks = [...this.#marks.filter(({ atMs }) => mark.atMs - atMs <= this.maxAgeMs), mark]
  }

  has(origin: string): boolean {
    return this.#marks.some((mark) => mark.origin === origin)
  }

  /**
   * Returns the latest time up to which a replica at this position has all changes; undefined when it lags behind all
   * marks.
   */
  freshAsOf({ origin, bytes }: WalPosition): number | undefined {
    return this.#marks.findLast((mark) => mark.origin === origin && mark.bytes <= bytes)?.atMs
  }
}
