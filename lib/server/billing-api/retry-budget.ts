/**
 * The initial budget permits retries of the first reads. The maximum keeps a long quiet time from saving up retries for
 * an outage.
 */
const FIRST = 5
const MOST = 10

/** Retry budget of all reads: each read earns a fraction of a retry. */
export class RetryBudget {
  readonly #earned: number
  #left: number

  /** @param percent retries per hundred reads */
  constructor(percent: number) {
    this.#earned = percent / 100
    this.#left = percent === 0 ? 0 : FIRST
  }

  earn(): void {
    this.#left = Math.min(this.#left + this.#earned, MOST)
  }

  /**
   * Takes one retry from the budget.
   * @returns false when the budget is empty
   */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
