import { setTimeout as sleep } from 'node:timers/promises'
import { bulkhead, type BulkheadPolicy, BulkheadRejectedError } from 'cockatiel'

/** Thrown when all slots and the queue are full, or when the time in the queue is over. Nothing was sent. */
export class NoSlotError extends Error {
  constructor(cause?: unknown) {
    super('No free slot for another call', { cause })
    this.name = 'NoSlotError'
  }
}

/** Thrown when a failing record already has its maximum of running reads. Nothing was sent. */
export class RecordBusyError extends Error {
  constructor() {
    super('A read of this failing record is still running')
    this.name = 'RecordBusyError'
  }
}

const IDLE_CHECK_MS = 20

/** Limits the number of concurrent calls. The queue holds as many again, for at most `queueMs`. */
export class RequestSlots {
  readonly #bulkhead: BulkheadPolicy
  readonly #queueMs: number

  constructor(
    private readonly maxConcurrent: number,
    queueMs: number,
  ) {
    this.#bulkhead = bulkhead(maxConcurrent, queueMs === 0 ? 0 : maxConcurrent)
    this.#queueMs = queueMs
  }

  /** Resolves when more than one slot is free, so that background calls go last. Also resolves when the signal aborts. */
  async whenIdle(signal?: AbortSignal): Promise<void> {
    const mustBeFree = Math.min(2, this.maxConcurrent)
    while (this.#bulkhead.executionSlots < mustBeFree) {
      await sleep(IDLE_CHECK_MS, undefined, { signal }).catch(() => undefined)
      if (signal?.aborted) return
    }
  }

  /**
   * @param signal ends the wait in the queue; the call itself must observe it
   * @throws NoSlotError, or the error of the call
   */
  run<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let hasGivenUp = false
      const giveUp = () => {
        hasGivenUp = true
        reject(new NoSlotError())
      }
      const timer = setTimeout(giveUp, this.#queueMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      const leaveQueue = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      // Cockatiel keeps others waiting behind a cancelled entry, so an aborted call enters and leaves immediately.
      const admitted = this.#bulkhead.execute(() => {
        leaveQueue()
        if (hasGivenUp) throw new NoSlotError()
        return call()
      })
      admitted.then(resolve, (error: unknown) => {
        leaveQueue()
        reject(error instanceof BulkheadRejectedError ? new NoSlotError(error) : error)
      })
    })
  }
}
