import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown when no slot is free, and none becomes free in the time that the queue allows. Nothing was started. */
export class NoSlotError extends Error {
  override readonly name = 'NoSlotError'

  constructor() {
    super('No slot is free')
  }
}

interface Queue {
  /** Waiting ones beyond this number are refused at once. */
  most: number
  /** The longest wait. */
  ms: number
}

const IDLE_CHECK_MS = 20

/** Limits how much of a kind runs at a time. A queue, if there is one, is served in order of arrival. */
export class Slots {
  readonly #waiting = new Set<() => void>()
  #taken = 0

  constructor(
    readonly most: number,
    private readonly queue: Queue = { most: 0, ms: 0 },
  ) {}

  get taken(): number {
    return this.#taken
  }

  /** Takes a free slot. @returns false when there is none */
  take(): boolean {
    if (this.#taken >= this.most) return false
    this.#taken += 1
    return true
  }

  /**
   * Takes a slot, or waits in the queue for one.
   * @throws NoSlotError
   */
  async acquire(signal?: AbortSignal): Promise<void> {
    if (!this.take()) await this.#waitForSlot(signal)
  }

  /** Releases a slot that was taken; the one that waits longest gets it. */
  release(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#taken -= 1
    else next()
  }

  /**
   * Runs work within a slot.
   * @param signal ends the wait in the queue; the work itself must observe it
   * @throws NoSlotError, or the error of the work
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.acquire(signal)
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /** Resolves when more than one slot is free, so that background work goes last. Also resolves when the signal aborts. */
  async whenIdle(signal?: AbortSignal): Promise<void> {
    const mostTaken = Math.max(0, this.most - 2)
    while (this.#taken > mostTaken) {
      await sleep(IDLE_CHECK_MS, undefined, { signal }).catch(() => undefined)
      if (signal?.aborted) return
    }
  }

  #waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.queue.most || signal?.aborted) throw new NoSlotError()
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(start)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const start = () => {
        leave()
        resolve()
      }
      const giveUp = () => {
        leave()
        reject(new NoSlotError())
      }
      const timer = setTimeout(giveUp, this.queue.ms)
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(start)
    })
  }
}

/** Counts what runs by key, such as the attempts of one source. Keeps nothing of a key when nothing of it runs. */
export class RunningByKey {
  readonly #running = new Map<string, number>()

  /** Returns how many run for a key. */
  of(key: string): number {
    return this.#running.get(key) ?? 0
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    this.#running.set(key, this.of(key) + 1)
    try {
      return await work()
    } finally {
      const left = this.of(key) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
    }
  }
}
