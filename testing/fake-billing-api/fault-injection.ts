import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import { type Fault, faultOfId, type FaultTarget } from './fault-catalogue'

/*
 * Makes the fake billing API fail, and records every received change and its effect. Every request for the id
 * `faultId('hang-after')` or `faultId('hang-after', 'run-1')` meets that fault; such an id exists as a subscription, an
 * invoice and a customer. Times are in milliseconds. A received change continues after its caller disconnects.
 */

/** A received change, recorded before any fault; or the effect of a change. */
export interface ChangeRecord {
  action: 'cancel' | 'delete'
  id: string
  at: Date
  /** The `x-request-id` header of the request. */
  requestId: string | undefined
}

/** The requests that meet an injected fault. By default: every operation, every id, any number of times. */
interface Injection extends Partial<FaultTarget> {
  times?: number
}

export class FaultInjection {
  readonly received: ChangeRecord[] = []
  readonly effects: ChangeRecord[] = []
  /** Adds a subscription that reads return as given, and that can be cancelled and deleted. */
  readonly addSubscription: (id: string, body: object) => void
  readonly #closed = new AbortController()
  readonly #metOnce = new Set<string>()
  #injected: { fault: Fault; target: Partial<FaultTarget>; left: number }[] = []

  constructor(addSubscription: (id: string, body: object) => void) {
    this.addSubscription = addSubscription
    setMaxListeners(0, this.#closed.signal)
  }

  /** Applies a fault to matching requests from now on. The fault injected last wins. */
  inject(fault: Fault, { times = Number.POSITIVE_INFINITY, ...target }: Injection = {}): void {
    this.#injected.unshift({ fault, target, left: times })
  }

  clear(): void {
    this.#injected = []
  }

  /** Returns the fault of a request, and counts one use of an injected fault. */
  meet({ operation, id }: FaultTarget): Fault {
    const injected = this.#injected.find(
      ({ target, left }) => left > 0 && (target.operation ?? operation) === operation && (target.id ?? id) === id,
    )
    if (injected) injected.left -= 1
    if (injected) return injected.fault
    const { fault, once, on } = faultOfId(id) ?? { fault: {} }
    if (on === 'changes' && BILLING_OPERATIONS[operation].method === 'GET') return {}
    if (once !== true) return fault
    const isFirst = !this.#metOnce.has(id)
    this.#metOnce.add(id)
    return isFirst ? fault : {}
  }

  /** Waits for a time. The promise rejects when the server closes. */
  async wait(ms: number | undefined): Promise<void> {
    if (ms !== undefined) await wait(ms, undefined, { signal: this.#closed.signal })
  }

  close(): void {
    this.#closed.abort()
  }
}
