import { problemError } from '../problem'

/** Limits the concurrent downloads of a kind, so that pages stay responsive. */
export class DownloadSlots {
  #taken = 0

  /** The number of running downloads. */
  get taken(): number {
    return this.#taken
  }

  constructor(private readonly maxConcurrent: number) {}

  /**
   * Yields the chunks of a download and holds a slot until it ends in any way.
   * @throws ProblemError `console_busy` when no slot is free
   */
  async *within<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    if (this.#taken >= this.maxConcurrent)
      throw problemError(
        'console_busy',
        `${this.maxConcurrent} downloads of this kind are already running. Try again when one of them has finished.`,
      )
    this.#taken += 1
    try {
      yield* pieces
    } finally {
      this.#taken -= 1
    }
  }
}
