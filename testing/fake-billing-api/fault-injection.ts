import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import type { Fault, FaultTarget } from './fault'
import { faultOfId } from './fault-catalogue'

/*
 * How the fake billing API is made to go wrong, and what it knows of its own of every write. `startFakeBillingApi()`
 * gives it as `faults`:
 *
 *   const { faults } = await startFakeBillingApi()
 *   faults.addSubscription('run-1', { ...plainSubscription, endDate: null })  // a cancel or delete of it has its effect
 *   faults.inject(FAULTS['reset-after'], { id: 'run-1', operation: 'cancelSubscription', times: 1 })
 *   faults.clear()                                                            // forgets what was injected
 *   faults.writes, faults.effects                                             // what came in, and what was done
 *
 * Or by id: a subscription, invoice or customer called `faultId('hang-after')` or `faultId('hang-after', 'run-1')` exists,
 * each its own, and every request for it meets that fault. Times in milliseconds. A write that has come in goes on when its
 * caller leaves.
 */

/** A write as it came in, before anything went wrong with it; or its effect, when it was done. */
export interface ChangeRecord {
  action: 'cancel' | 'delete'
  id: string
  at: Date
  /** The `x-request-id` it was sent with. */
  requestId: string | undefined
}

/** Which requests meet an injected fault: left out, every operation and id, without end. */
interface Injection extends Partial<FaultTarget> {
  times?: number
}

export class FaultInjection {
  readonly writes: ChangeRecord[] = []
  readonly effects: ChangeRecord[] = []
  /** Keeps a subscription that answers reads as given, and whose cancel and delete are done. */
  readonly addSubscription: (id: string, body: object) => void
  readonly #closed = new AbortController()
  readonly #metOnce = new Set<string>()
  #injected: { fault: Fault; target: Partial<FaultTarget>; left: number }[] = []

  constructor(addSubscription: (id: string, body: object) => void) {
    this.addSubscription = addSubscription
    setMaxListeners(0, this.#closed.signal)
  }

  /** From now on such requests meet this fault, the latest injected first. */
  inject(fault: Fault, { times = Number.POSITIVE_INFINITY, ...target }: Injection = {}): void {
    this.#injected.unshift({ fault, target, left: times })
  }

  clear(): void {
    this.#injected = []
  }

  /** What goes wrong with a request; an injected fault has then been met once more. */
  meet({ operation, id }: FaultTarget): Fault {
    const injected = this.#injected.find(
      ({ target, left }) => left > 0 && (target.operation ?? operation) === operation && (target.id ?? id) === id,
    )
    if (injected) injected.left -= 1
    if (injected) return injected.fault
    const { fault, once, on } = faultOfId(id) ?? { fault: {} }
    if (on === 'writes' && BILLING_OPERATIONS[operation].method === 'GET') return {}
    if (once !== true) return fault
    const isFirst = !this.#metOnce.has(id)
    this.#metOnce.add(id)
    return isFirst ? fault : {}
  }

  /** Waits, unless the server is closed; whoever waits then never goes on. */
  async wait(ms: number | undefined): Promise<void> {
    if (ms !== undefined) await wait(ms, undefined, { signal: this.#closed.signal })
  }

  close(): void {
    this.#closed.abort()
  }
}
