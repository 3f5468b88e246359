import type { BillingOperationName } from '@/contract/billing/operations'
import type { ConsoleErrorCode } from '@/lib/core/errors'
import type { DriftItem } from '@/lib/billing-api/view-of'

/*
 * The figures of one console process about the billing API, since it started. Without zod, because the browser loads it too.
 */

export type CallKind = 'read' | 'write'
/** The state of a circuit breaker: lets all calls through, none, or one probe. */
export type BreakerState = 'closed' | 'open' | 'half_open'
export type Breakers = Record<'reads' | 'writes', BreakerState>

/** The last calls of a kind, and the state of its circuit breaker. */
export interface CallsOfKind {
  calls: number
  /** The number of failed calls. "Not found" and a refusal are no failures; 401 and 403 to a read are. */
  failed: number
  /** Latency percentiles of the calls that were sent, in milliseconds; null when none was sent. */
  latencyMs: { p50: number; p95: number; p99: number } | null
  breaker: BreakerState
}

/** A call that failed. */
export interface FailedCall {
  /** The UTC instant at which the call ended. */
  at: string
  operation: BillingOperationName
  code: ConsoleErrorCode
  /** The HTTP status of the billing API's response; null without a response. */
  status: number | null
  requestId: string | null
}

/** The resource of a response; the `id` of a ledger is the external customer id. */
export type DriftResource = 'subscription' | 'invoice' | 'customer'

/** One kind of difference between responses and the interface document. */
export interface DriftEntry {
  resource: DriftResource
  /** The path in the response, without list positions: `plan.prices[].price.status`; empty for the whole response. */
  field: string
  kind: DriftItem['kind']
  /** The unknown value, shortened to 80 characters; null for all other kinds. */
  value: string | null
  /** The number of occurrences; one response may contain several. */
  count: number
  /** UTC instants. */
  firstSeenAt: string
  lastSeenAt: string
  /** The requested id of the last occurrence. */
  exampleId: string
}

export interface Status {
  /** The process that responded, as `host:pid`, and when it started: UTC instant. */
  process: string
  since: string
  reads: CallsOfKind
  writes: CallsOfKind
  /** The UTC instant of the last success; null when there was none. */
  lastSuccessAt: string | null
  /**
   * How far the API's clock is ahead of the console's, in milliseconds, negative when behind: the largest difference of the last hour's
   * reads. Null without one.
   */
  clockMs: number | null
  /** The last failed calls, newest first. */
  failures: FailedCall[]
  /** Sorted by last occurrence, newest first. `dropped` counts the entries that exceeded the limit. */
  drift: { entries: DriftEntry[]; dropped: number }
  /** UTC instant. */
  asOf: string
}
