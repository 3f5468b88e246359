import { type Fault, faultOfId } from './fault-catalogue'
import { SCENARIO_IDS } from './ids'
import { oddSubscription } from './odd-resources'

type SubscriptionState = 'untouched' | 'cancelled' | 'deleted'

interface Stale {
  state: SubscriptionState
  readsLeft: number
  untilMs: number
}

/** Keeps the state of each subscription, and the stale state that reads still return. */
export class SubscriptionStates {
  readonly #states = new Map<string, SubscriptionState>()
  readonly #added = new Map<string, object>()
  readonly #stale = new Map<string, Stale>()

  add(id: string, body: object): void {
    this.#added.set(id, { ...body, id })
  }

  has(id: string): boolean {
    return this.#added.has(id)
  }

  /** Returns the current subscription, or undefined when it does not exist or was deleted. */
  now(id: string): object | undefined {
    return this.#body(id, this.#stateOf(id))
  }

  /** Returns the subscription for one more read, which may be stale. */
  shown(id: string): object | undefined {
    const stale = this.#stale.get(id)
    if (stale === undefined) return this.now(id)
    stale.readsLeft -= 1
    if (stale.readsLeft >= 0 && Date.now() < stale.untilMs) return this.#body(id, stale.state)
    this.#stale.delete(id)
    return this.now(id)
  }

  /** Cancels or deletes a subscription. A cancel deletes one that has not started. Returns false when nothing changed. */
  change(id: string, action: 'cancel' | 'delete', stale: Fault['stale']): boolean {
    const body = this.now(id)
    if (body === undefined) return false
    const before = this.#stateOf(id)
    const state = action === 'cancel' && isActive(body) ? 'cancelled' : 'deleted'
    if (state === before) return false
    this.#states.set(id, state)
    if (stale) this.#stale.set(id, staleFrom(before, stale))
    return true
  }

  #stateOf(id: string): SubscriptionState {
    return this.#states.get(id) ?? 'untouched'
  }

  #body(id: string, state: SubscriptionState): object | undefined {
    const body = this.#added.get(id) ?? knownBody(id)
    if (state === 'deleted') return undefined
    return body && state === 'cancelled' ? { ...body, endDate: '2031-03-01T00:00:00+01:00' } : body
  }
}

/** Returns a subscription that nobody has changed, or undefined when it does not exist. */
function knownBody(id: string): object | undefined {
  const { active, stubborn, upcoming, draft } = SCENARIO_IDS.subscription
  if (id === upcoming) return { ...oddSubscription(id), status: 'pendingActivation', startDate: '2091-01-01T00:00:00Z' }
  if (id === draft) return { ...oddSubscription(id), status: 'draft' }
  return id === active || id === stubborn || faultOfId(id) ? oddSubscription(id) : undefined
}

export const isActive = (body: object) => 'status' in body && body.status === 'active'

function staleFrom(state: SubscriptionState, stale: NonNullable<Fault['stale']>): Stale {
  return {
    state,
    readsLeft: 'reads' in stale ? stale.reads : Number.POSITIVE_INFINITY,
    untilMs: 'ms' in stale ? Date.now() + stale.ms : Number.POSITIVE_INFINITY,
  }
}
