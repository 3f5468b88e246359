import type { BillingOperationName } from '../billing/operations'
import type { ConsoleErrorCode } from './errors'
import type { DriftItem } from './reading'

/*
 * What one console process has seen of the billing API since it started. Without zod: the browser has it too.
 */

export type CallKind = 'read' | 'write'
/** What a circuit breaker lets through: everything, nothing, or one call to see how the API is. */
export type BreakerState = 'closed' | 'open' | 'half_open'
export type Breakers = Record<'reads' | 'writes', BreakerState>

/** How the last calls of a kind or of an operation went. */
export interface CallFigures {
  calls: number
  /** Of these, how many the API did not answer as it should; "not found" and a refusal are answers, 401 and 403 to a read are none. */
  failed: number
  /** Milliseconds within which so many of a hundred calls that were sent had ended; null where none was sent. */
  latencyMs: { p50: number; p95: number; p99: number } | null
  /** When the first of them ended: UTC instant; null where there is none. */
  since: string | null
}

export interface OperationFigures extends CallFigures {
  operation: BillingOperationName
}

/** The last calls of a kind, as a whole and by operation, and whether the console asks at all just now. */
export interface CallsOfKind extends CallFigures {
  operations: OperationFigures[]
  breaker: BreakerState
}

/** A call that failed. */
export interface FailedCall {
  /** When it ended: UTC instant. */
  at: string
  operation: BillingOperationName
  code: ConsoleErrorCode
  /** HTTP status of the billing API; null where it did not answer. */
  status: number | null
  requestId: string | null
}

/** What an answer is about: a ledger's `id` is the external customer id. */
export type DriftResource = 'subscription' | 'invoice' | 'customer'

/** One way in which answers differ from the interface document, however often. */
export interface DriftEntry {
  resource: DriftResource
  /** Where, as in the answer, whatever the place in a list: `plan.prices[].price.status`; empty: the whole answer. */
  field: string
  kind: DriftItem['kind']
  /** The value that nobody knows, shortened to 80 characters; null for all other kinds. */
  value: string | null
  /** How many times it was met, several of them in one answer perhaps. */
  count: number
  /** UTC instants. */
  firstSeenAt: string
  lastSeenAt: string
  /** The id that was asked for when it was met last. */
  exampleId: string
}

export interface Status {
  /** When this process started: UTC instant. */
  since: string
  reads: CallsOfKind
  writes: CallsOfKind
  /** When a call last ended well: UTC instant; null where none did. */
  lastSuccessAt: string | null
  /** The last ones, newest first. */
  failures: FailedCall[]
  /** Seen last first. `dropped`: how many ways had to go, or were never taken in, for want of room. */
  drift: { entries: DriftEntry[]; dropped: number }
  /** UTC instant. */
  asOf: string
}
