import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { CallKind, FailedCall } from '../status'
import { isRefusal } from '@/lib/changes/refusal'
import type { CallRecord } from '@/lib/billing-api/server/billing-client'
import { largestDifference, MAX_FAILURES, type OperationCalls } from './process-figures'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Records how calls to the billing API end. */
    health: ApiHealth
  }
}

const MAX_CALLS = 1_000
const LATELY_MS = 60_000
/** Long enough to see several nodes of the API, and soon over when their clocks are right again. */
const CLOCK_MS = 3_600_000

interface KeptCall extends Pick<CallRecord, 'operation' | 'ms' | 'clockMs' | 'requestId'> {
  at: string
  isFailed: boolean
  /** False when the console rejected the call itself: its duration says nothing about the API. */
  isSent: boolean
}

/** A read whose response arrived completely but could not be read. */
export type UnreadableResponse = Pick<FailedCall, 'operation' | 'status' | 'requestId'>

/** The recorded calls, as plain data that several `ApiHealth` of a process share. */
export interface HealthRecord {
  calls: Record<CallKind, KeptCall[]>
  failures: FailedCall[]
  lastSuccessAt: string | null
  /** Receive each call when it has ended. */
  listeners: ((call: CallRecord) => void)[]
}

export const emptyHealthRecord = (): HealthRecord => ({
  calls: { read: [], write: [] },
  failures: [],
  lastSuccessAt: null,
  listeners: [],
})

/**
 * Records the calls to one billing API of this process: the last 1,000 of each kind, and the last 50 failures. The metrics, which count
 * all calls, listen.
 */
export class ApiHealth {
  constructor(
    private readonly kept: HealthRecord = emptyHealthRecord(),
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Passes each further call of this process to the listener. */
  onCall(listener: (call: CallRecord) => void): void {
    this.kept.listeners.push(listener)
  }

  recordCall(call: CallRecord): void {
    const { operation, kind, ms, failure, status, clockMs, requestId } = call
    for (const listener of this.kept.listeners) listener(call)
    const at = this.now().toISOString()
    // A not_found or refused response is normal for a healthy API, and Find always requests three kinds. A read with 403
    // means a rejected key; a change with 403 is a refusal.
    const isFailed = failure !== undefined && (!isRefusal({ code: failure }) || (kind === 'read' && status === 403))
    // `overloaded` with a status came from the API, without one from the console.
    const isSent = (failure !== 'overloaded' && failure !== 'api_paused') || status !== undefined
    keepLast(this.kept.calls[kind], { operation, ms, clockMs, requestId, at, isFailed, isSent }, MAX_CALLS)
    if (isFailed)
      keepLast(this.kept.failures, { at, operation, code: failure, status: status ?? null, requestId }, MAX_FAILURES)
    else this.kept.lastSuccessAt = at
  }

  /** Records a read that succeeded, but whose response turned out to be unreadable. */
  recordUnreadable({ operation, status, requestId }: UnreadableResponse): void {
    const { calls, failures } = this.kept
    const read = calls.read.findLast(
      (call) => !call.isFailed && call.operation === operation && call.requestId === requestId,
    )
    if (read) read.isFailed = true
    const at = this.now().toISOString()
    keepLast(failures, { at, operation, code: 'unreadable_response', status, requestId }, MAX_FAILURES)
    // Each kind is in chronological order.
    const successes = [calls.read, calls.write].flatMap((kind) => kind.findLast((call) => !call.isFailed)?.at ?? [])
    this.kept.lastSuccessAt = successes.toSorted().at(-1) ?? null
  }

  /** Returns the last calls of a kind, by operation. */
  callsOf(kind: CallKind): OperationCalls[] {
    const operations = OPERATIONS.filter(({ method }) => (method === 'GET') === (kind === 'read'))
    return operations.map(({ name }) => {
      const calls = this.kept.calls[kind].filter(({ operation }) => operation === name)
      return {
        operation: name,
        calls: calls.length,
        failed: calls.filter(({ isFailed }) => isFailed).length,
        latenciesMs: calls.filter(({ isSent }) => isSent).map(({ ms }) => Math.round(ms)),
        since: calls[0]?.at ?? null,
      }
    })
  }

  /** The last failures, newest first. */
  get failures(): FailedCall[] {
    return this.kept.failures.toReversed()
  }

  /** True when the last call failed within the last minute and got no response. */
  get isUnreachable(): boolean {
    const last = this.kept.failures.at(-1)
    if (last === undefined || last.status !== null || last.code === 'overloaded') return false
    const isLast = this.lastSuccessAt === null || last.at > this.lastSuccessAt
    return isLast && this.now().getTime() - Date.parse(last.at) < LATELY_MS
  }

  /** The largest difference of the API's clock from ours within the last hour (`CallRecord.clockMs`); null without one. */
  get clockMs(): number | null {
    const since = new Date(this.now().getTime() - CLOCK_MS).toISOString()
    return largestDifference(this.kept.calls.read.flatMap(({ at, clockMs }) => (at < since ? [] : (clockMs ?? []))))
  }

  /** UTC instant; null before the first success. */
  get lastSuccessAt(): string | null {
    return this.kept.lastSuccessAt
  }
}

const OPERATIONS = Object.keys(BILLING_OPERATIONS)
  .filter((name): name is BillingOperationName => name in BILLING_OPERATIONS)
  .map((name) => ({ name, method: BILLING_OPERATIONS[name].method }))

function keepLast<Item>(items: Item[], item: Item, most: number): void {
  items.push(item)
  if (items.length > most) items.shift()
}
