/** Where it starts, and what it holds at most: the first reads may be tried again, and no long quiet saves up for a storm. */
const FIRST = 5
const MOST = 10

/** How many retries all reads together may have: each earns a part of one. */
export class RetryBudget {
  readonly #earned: number
  #left: number

  /** @param percent of the reads that may be tried again */
  constructor(percent: number) {
    this.#earned = percent / 100
    this.#left = percent === 0 ? 0 : FIRST
  }

  earn(): void {
    this.#left = Math.min(this.#left + this.#earned, MOST)
  }

  /** @returns whether one more retry may be made, which is then paid */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
