import type { Breakers, BreakerState, CallKind, CallsOfKind, FailedCall } from '../status'
import { isRefusal } from '@/lib/changes/refusal'
import type { CallRecord } from '@/lib/billing-api/server/billing-client'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Records how calls to the billing API end. */
    health: ApiHealth
    /** The worst state of the circuit breakers of this process: pages and routes have separate clients. */
    breakers: () => Breakers
  }
}

const MAX_CALLS = 1_000
const MAX_FAILURES = 50
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

  /** Returns the figures of the last calls of a kind. */
  figuresOf(kind: CallKind): Omit<CallsOfKind, 'breaker'> {
    const calls = this.kept.calls[kind]
    return {
      calls: calls.length,
      failed: calls.filter(({ isFailed }) => isFailed).length,
      latencyMs: percentiles(calls.filter(({ isSent }) => isSent).map(({ ms }) => ms)),
    }
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
    const differences = this.kept.calls.read.flatMap(({ at, clockMs }) => (at < since ? [] : (clockMs ?? [])))
    return differences.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null
  }

  /** UTC instant; null before the first success. */
  get lastSuccessAt(): string | null {
    return this.kept.lastSuccessAt
  }
}

/** Returns the 50th, 95th and 99th percentile in whole milliseconds (nearest rank); null without latencies. */
function percentiles(latenciesMs: readonly number[]): CallsOfKind['latencyMs'] {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (percent: number) => Math.round(sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0)
  return sorted.length === 0 ? null : { p50: at(50), p95: at(95), p99: at(99) }
}

const FROM_WORST: readonly BreakerState[] = ['open', 'half_open']

/** Returns the worst of the states of several circuit breakers. */
export const worstState = (states: readonly BreakerState[]): BreakerState =>
  FROM_WORST.find((state) => states.includes(state)) ?? 'closed'

function keepLast<Item>(items: Item[], item: Item, most: number): void {
  items.push(item)
  if (items.length > most) items.shift()
}
