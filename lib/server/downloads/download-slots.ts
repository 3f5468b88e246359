import { problemError } from '../problem'

const MOST_AT_ONCE = 8

/** How many files are made at once, so that those who read pages are not kept waiting. */
export class DownloadSlots {
  #taken = 0

  /**
   * The pieces of one more file; its place is free again when it ends, however it does.
   * @throws ProblemError `console_busy` where no place is free
   */
  async *within<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    if (this.#taken >= MOST_AT_ONCE)
      throw problemError(
        'console_busy',
        `The console makes ${MOST_AT_ONCE} files already. Wait until one of them is done, then try again.`,
      )
    this.#taken += 1
    try {
      yield* pieces
    } finally {
      this.#taken -= 1
    }
  }
}
