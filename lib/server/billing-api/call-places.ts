import { bulkhead, type BulkheadPolicy, BulkheadRejectedError } from 'cockatiel'

/** All places are taken and all that may wait do, or it has waited long enough. Nothing was sent. */
export class NoPlaceError extends Error {
  constructor(cause?: unknown) {
    super('No place for another call', { cause })
    this.name = 'NoPlaceError'
  }
}

/** Places for so many calls at once. As many more wait in line, for `queueMs` at most. */
export class CallPlaces {
  readonly #bulkhead: BulkheadPolicy
  readonly #queueMs: number

  constructor(atOnce: number, queueMs: number) {
    this.#bulkhead = bulkhead(atOnce, queueMs === 0 ? 0 : atOnce)
    this.#queueMs = queueMs
  }

  /**
   * @param signal ends the wait; the call itself must look at it
   * @throws NoPlaceError, or as the call
   */
  run<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let hasGivenUp = false
      const giveUp = () => {
        hasGivenUp = true
        reject(new NoPlaceError())
      }
      const timer = setTimeout(giveUp, this.#queueMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      const leaveLine = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      // Cockatiel would leave others waiting behind one that it cancels: whoever gave up is let in, and leaves at once.
      const admitted = this.#bulkhead.execute(() => {
        leaveLine()
        if (hasGivenUp) throw new NoPlaceError()
        return call()
      })
      admitted.then(resolve, (error: unknown) => {
        leaveLine()
        reject(error instanceof BulkheadRejectedError ? new NoPlaceError(error) : error)
      })
    })
  }
}
