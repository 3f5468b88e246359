import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { CallFigures, CallKind, FailedCall, OperationFigures } from '@/contract/console/status'
import { isRefusal } from '../../domain/change/is-refusal'
import type { CallRecord } from '../billing-api/billing-client'
import { percentiles } from './percentiles'

const MOST_CALLS = 1_000
const MOST_FAILURES = 50

interface KeptCall extends Pick<CallRecord, 'operation' | 'ms' | 'requestId'> {
  at: string
  isFailed: boolean
  /** The console itself turned it away: how long that took says nothing of the API. */
  isSent: boolean
}

/** What is told of a read whose answer came in full, and could not be read. */
export type UnreadableAnswer = Pick<FailedCall, 'operation' | 'status' | 'requestId'>

/** What is kept of calls: plain data, which several `ApiHealth` of a process share. */
export interface HealthRecord {
  calls: Record<CallKind, KeptCall[]>
  failures: FailedCall[]
  lastSuccessAt: string | null
}

export const emptyHealthRecord = (): HealthRecord => ({
  calls: { read: [], write: [] },
  failures: [],
  lastSuccessAt: null,
})

/** How the calls of one billing API went, for this process: the last 1,000 of each kind, and the last 50 that failed. */
export class ApiHealth {
  constructor(
    private readonly kept: HealthRecord = emptyHealthRecord(),
    private readonly now: () => Date = () => new Date(),
  ) {}

  recordCall({ operation, kind, ms, failure, status, requestId }: CallRecord): void {
    const at = this.now().toISOString()
    // That there is no such thing is what a healthy API answers, and Find asks for three kinds at once. That nothing may
    // be read of it is not.
    const isFailed = failure !== undefined && (!isRefusal({ code: failure }) || (kind === 'read' && status === 403))
    const isSent = (failure !== 'overloaded' && failure !== 'api_paused') || status !== undefined
    keepLast(this.kept.calls[kind], { operation, ms, requestId, at, isFailed, isSent }, MOST_CALLS)
    if (isFailed)
      keepLast(this.kept.failures, { at, operation, code: failure, status: status ?? null, requestId }, MOST_FAILURES)
    else this.kept.lastSuccessAt = at
  }

  /** A read that had ended well, but then its answer was not what its readers need: it has failed after all. */
  recordUnreadable({ operation, status, requestId }: UnreadableAnswer): void {
    const { calls, failures } = this.kept
    const read = calls.read.findLast(
      (call) => !call.isFailed && call.operation === operation && call.requestId === requestId,
    )
    if (read) read.isFailed = true
    const at = this.now().toISOString()
    keepLast(failures, { at, operation, code: 'unreadable_response', status, requestId }, MOST_FAILURES)
    // Each kind is in order of time.
    const successes = [calls.read, calls.write].flatMap((kind) => kind.findLast((call) => !call.isFailed)?.at ?? [])
    this.kept.lastSuccessAt = successes.toSorted().at(-1) ?? null
  }

  /** The last calls of a kind, and the same by operation. */
  figures(kind: CallKind): CallFigures & { operations: OperationFigures[] } {
    const calls = this.kept.calls[kind]
    const operations = OPERATIONS.filter(({ method }) => (method === 'GET') === (kind === 'read'))
    return {
      ...figuresOf(calls),
      operations: operations.map(({ name }) => ({
        operation: name,
        ...figuresOf(calls.filter(({ operation }) => operation === name)),
      })),
    }
  }

  /** The last ones, newest first. */
  get failures(): FailedCall[] {
    return this.kept.failures.toReversed()
  }

  /** UTC instant; null where no call has ended well yet. */
  get lastSuccessAt(): string | null {
    return this.kept.lastSuccessAt
  }
}

const OPERATIONS = Object.keys(BILLING_OPERATIONS)
  .filter((name): name is BillingOperationName => name in BILLING_OPERATIONS)
  .map((name) => ({ name, method: BILLING_OPERATIONS[name].method }))

function figuresOf(calls: readonly KeptCall[]): CallFigures {
  return {
    calls: calls.length,
    failed: calls.filter(({ isFailed }) => isFailed).length,
    latencyMs: percentiles(calls.filter(({ isSent }) => isSent).map(({ ms }) => ms)),
    since: calls[0]?.at ?? null,
  }
}

function keepLast<Item>(items: Item[], item: Item, most: number): void {
  items.push(item)
  if (items.length > most) items.shift()
}
