import type { BillingOperationName } from '@/contract/billing/operations'
import type { ScenarioResponse } from './response'

/** The ways in which one request fails. Without a field, that part succeeds. */
export interface Fault {
  /** The delay before the effect and the response. */
  beforeMs?: number
  /** `none`: a change has no effect. `lateMs`: its effect comes that long after the response. */
  effect?: 'none' | { lateMs: number }
  /** The delay between the effect and the response. */
  afterMs?: number
  /** Overrides parts of the response. A function receives the headers of the request. */
  response?: Partial<ScenarioResponse> | ((headers: RequestHeaders) => Partial<ScenarioResponse>)
  /** The number of reads, or the time, for which the old subscription is still returned after the effect. */
  stale?: { reads: number } | { ms: number }
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Identifies the requests that a fault applies to. */
export interface FaultTarget {
  operation: BillingOperationName
  id: string
}
