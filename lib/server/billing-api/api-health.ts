import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { ConsoleErrorCode } from '@/contract/console/errors'
import type { CallFigures, CallKind, FailedCall, OperationFigures } from '@/contract/console/status'
import { isRefusal } from '../../domain/is-refusal'
import { ProblemError } from '../problem'
import { percentiles } from './percentiles'

const MOST_CALLS = 1_000
const MOST_FAILURES = 50

/** A call of the billing API that has ended, all its tries together. */
export interface EndedCall {
  operation: BillingOperationName
  kind: CallKind
  ms: number
  /** Why it gave no result; undefined where it did. */
  failure: ConsoleErrorCode | undefined
  /** The API's HTTP status, where it answered. */
  status: number | undefined
  requestId: string | undefined
}

interface KeptCall extends Pick<EndedCall, 'operation' | 'ms'> {
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

  /** Runs a call and records how it ended; one that nobody waited for any more is left out. */
  async watch<Response extends { status: number }>(
    call: Pick<EndedCall, 'operation' | 'kind' | 'requestId'>,
    run: () => Promise<Response>,
    caller?: AbortSignal,
  ): Promise<Response> {
    const startedAtMs = performance.now()
    const record = (failure: EndedCall['failure'], status: EndedCall['status']) =>
      this.recordCall({ ...call, ms: performance.now() - startedAtMs, failure, status })
    try {
      const response = await run()
      record(undefined, response.status)
      return response
    } catch (error) {
      const { code, upstreamStatus } = error instanceof ProblemError ? error.problem : INTERNAL
      if (!caller?.aborted) record(code, upstreamStatus)
      throw error
    }
  }

  recordCall({ operation, kind, ms, failure, status, requestId }: EndedCall): void {
    const at = this.now().toISOString()
    // That there is no such thing is what a healthy API answers, and Find asks for three kinds at once.
    const isFailed = failure !== undefined && !isRefusal({ code: failure })
    const isSent = failure !== 'overloaded' || status !== undefined
    keepLast(this.kept.calls[kind], { operation, ms, at, isFailed, isSent }, MOST_CALLS)
    if (isFailed)
      keepLast(
        this.kept.failures,
        { at, operation, code: failure, status: status ?? null, requestId: requestId ?? null },
        MOST_FAILURES,
      )
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

const INTERNAL = { code: 'internal_error', upstreamStatus: undefined } as const
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
