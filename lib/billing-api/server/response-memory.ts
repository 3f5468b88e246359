import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'

/** Memory is taken in steps. A response that needs less than one step never waits. */
const STEP_BYTES = 2 * 1024 * 1024
const CHECK_MS = 20

/** Thrown when the responses being read leave no memory for another one in time. */
export class NoMemoryError extends Error {
  override readonly name = 'NoMemoryError'
}

/** Thrown when a response alone needs more memory than all responses together may take. */
export class MemoryLimitError extends RangeError {
  override readonly name = 'MemoryLimitError'
}

/** The state that all `ResponseMemory` of a process share, as plain data. */
export interface MemoryState {
  takenBytes: number
  /** True while a response that has memory waits for more: one at a time, so that two never wait for each other. */
  isHolderWaiting: boolean
}

/** Returns the state of a process that reads no long response. */
export const emptyMemoryState = (): MemoryState => ({ takenBytes: 0, isHolderWaiting: false })

/** Bounds the estimated memory of all long responses that are being read by half of the heap (`--max-old-space-size`). */
export class ResponseMemory {
  constructor(
    readonly queueMs: number,
    readonly state: MemoryState = emptyMemoryState(),
    readonly maxBytes = Math.floor(getHeapStatistics().heap_size_limit / 2),
  ) {}

  /** Runs a function with a share, which is released when the function ends. */
  async use<Result>(run: (share: MemoryShare) => Promise<Result>): Promise<Result> {
    const share = new MemoryShare(this)
    try {
      return await run(share)
    } finally {
      share.release()
    }
  }
}

/** The memory of one response. It grows while the response arrives. */
export class MemoryShare {
  #bytes = 0
  #isReleased = false

  constructor(private readonly memory: ResponseMemory) {}

  /**
   * Raises the share to `bytes`. Returns undefined when that needs no wait.
   * @throws MemoryLimitError; NoMemoryError after `queueMs`, when the caller has left, or when another response that holds memory waits already
   */
  growTo(bytes: number, signal: AbortSignal): Promise<void> | undefined {
    if (this.#isReleased) throw new NoMemoryError('The caller has left')
    const steps = Math.floor(bytes / STEP_BYTES) * STEP_BYTES
    if (steps > this.memory.maxBytes)
      throw new MemoryLimitError(`needs more than ${mebibytes(this.memory.maxBytes)} of memory`)
    return this.#take(steps) ? undefined : this.#takeLater(steps, signal)
  }

  /** True once it holds memory: then a timeout may come from the console's own work, so it says nothing about the API. */
  get isLong(): boolean {
    return this.#bytes > 0
  }

  release(): void {
    this.#isReleased = true
    this.memory.state.takenBytes -= this.#bytes
    this.#bytes = 0
  }

  #take(bytes: number): boolean {
    const { state, maxBytes } = this.memory
    if (bytes <= this.#bytes) return true
    if (state.takenBytes + bytes - this.#bytes > maxBytes || (this.#bytes === 0 && state.isHolderWaiting)) return false
    state.takenBytes += bytes - this.#bytes
    this.#bytes = bytes
    return true
  }

  async #takeLater(bytes: number, signal: AbortSignal): Promise<void> {
    const { state, queueMs } = this.memory
    const [isHolder, endsAtMs] = [this.#bytes > 0, performance.now() + queueMs]
    if (isHolder && state.isHolderWaiting) throw new NoMemoryError('Another long response waits for memory already')
    if (isHolder) state.isHolderWaiting = true
    try {
      do {
        await sleep(CHECK_MS)
        if (this.#isReleased || signal.aborted || performance.now() > endsAtMs)
          throw new NoMemoryError('Other long responses take the memory')
      } while (!this.#take(bytes))
    } finally {
      if (isHolder) state.isHolderWaiting = false
    }
  }
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`
