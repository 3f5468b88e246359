import type { BillingOperationName } from '@/contract/billing/operations'
import type { ScenarioResponse } from './response'

/** What goes wrong with one request; what is left out goes well. */
export interface Fault {
  /** Waits so long before anything is done or answered. */
  beforeMs?: number
  /** Whether a write is done: not at all, or only so long after its answer. */
  effect?: 'none' | { lateMs: number }
  /** Waits so long after the effect, before it answers. */
  afterMs?: number
  /** How the answer differs from the true one; a function is given the headers of the request. */
  answer?: Partial<ScenarioResponse> | ((headers: RequestHeaders) => Partial<ScenarioResponse>)
  /** After the effect, so many reads, or all reads for so long, still show the subscription as it was. */
  stale?: { reads: number } | { ms: number }
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A request of the interface. */
export interface FaultTarget {
  operation: BillingOperationName
  id: string
}
