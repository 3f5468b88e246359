import { problemError } from '../problem'

/** How many files of a kind are made at once, so that those who read pages are not kept waiting. */
export class DownloadSlots {
  #taken = 0

  constructor(private readonly mostAtOnce: number) {}

  /**
   * The pieces of one more file; its place is free again when it ends, however it does.
   * @throws ProblemError `console_busy` where no place is free
   */
  async *within<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    if (this.#taken >= this.mostAtOnce)
      throw problemError(
        'console_busy',
        `The console makes ${this.mostAtOnce} such files already. Wait until one of them is done, then try again.`,
      )
    this.#taken += 1
    try {
      yield* pieces
    } finally {
      this.#taken -= 1
    }
  }
}
