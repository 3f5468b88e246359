import type { CallLimits } from '@/lib/core/server/call-limits'
import { Slots } from '@/lib/core/server/slots'

/** A response of more bytes is read alone, and so is one whose values are estimated to need more memory (`JsonCounts`). */
export const LONG_BYTES = 2 * 1024 * 1024
export const LONG_MEMORY_BYTES = 8 * 1024 * 1024

/**
 * Returns the slot in which long responses are read one at a time. Few wait for it, because each holds a slot of the reads
 * meanwhile, and short responses need the others. They wait for half of a read's time: two people may open long invoices together.
 */
export const longResponseSlot = (limits: CallLimits): Slots =>
  new Slots(1, { most: Math.ceil(limits.BILLING_API_READS_AT_ONCE / 4), ms: limits.BILLING_API_READ_TIMEOUT_MS / 2 })

/** Thrown when other long responses are being read, and none ends in time. */
export class LongResponsesError extends Error {
  override readonly name = 'LongResponsesError'
}

/**
 * The turn of one operation to read long responses. Its first long response takes the turn, and the operation keeps it until it has
 * made its views, so that the memory of the process is bounded by one of them.
 */
export class LongTurn {
  #isTaken = false
  #isOver = false

  constructor(private readonly slot: Slots) {}

  /** True once it was taken: then a timeout may come from the console's own work, so it says nothing about the API. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Waits for the turn; has it already after the first call. @throws LongResponsesError */
  async take(signal?: AbortSignal): Promise<void> {
    if (this.#isTaken) return
    await this.slot.acquire(signal).catch((cause: unknown) => {
      throw new LongResponsesError('Other long responses are being read', { cause })
    })
    // A probe of the circuit breaker goes on after its operation has ended.
    if (this.#isOver) {
      this.slot.release()
      throw new LongResponsesError('The caller has left')
    }
    this.#isTaken = true
  }

  end(): void {
    this.#isOver = true
    if (this.#isTaken) this.slot.release()
  }
}
