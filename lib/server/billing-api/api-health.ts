import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { CallFigures, CallKind, FailedCall, OperationFigures } from '@/contract/console/status'
import { isRefusal } from '../../domain/is-refusal'
import type { CallRecord } from './billing-client'
import { percentiles } from './percentiles'

const MOST_CALLS = 1_000
const MOST_FAILURES = 50

interface KeptCall extends Pick<CallRecord, 'operation' | 'ms'> {
  at: string
  isFailed: boolean
  /** The console itself turned it away: how long that took says nothing of the API. */
  isSent: boolean
}

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
    // That there is no such thing is what a healthy API answers, and Find asks for three kinds at once.
    const isFailed = failure !== undefined && !isRefusal({ code: failure })
    const isSent = (failure !== 'overloaded' && failure !== 'api_paused') || status !== undefined
    keepLast(this.kept.calls[kind], { operation, ms, at, isFailed, isSent }, MOST_CALLS)
    if (isFailed)
      keepLast(this.kept.failures, { at, operation, code: failure, status: status ?? null, requestId }, MOST_FAILURES)
    else this.kept.lastSuccessAt = at
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
