import type { BillingOperationName } from '@/contract/billing/operations'
import type { Breakers, BreakerState, CallFigures, CallsOfKind, DriftEntry, OperationFigures, Status } from '../status'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** The circuit breakers of each client of this process. */
    breakers: () => Breakers[]
  }
}

/** Failures and differences that the status shows. */
export const MAX_FAILURES = 50
export const MAX_DRIFT = 300

/** The last calls of an operation, so that those of several processes can be added up. */
export interface OperationCalls extends Pick<CallFigures, 'calls' | 'failed' | 'since'> {
  operation: BillingOperationName
  /** Of the calls that were sent. */
  latenciesMs: number[]
}

/** What one process knows of the billing API. */
export interface ProcessFigures extends Pick<Status, 'lastSuccessAt' | 'clockMs' | 'failures' | 'drift'> {
  reads: OperationCalls[]
  writes: OperationCalls[]
  breakers: Breakers
}

/** Adds up the figures of several processes. A breaker has the worst state of them. */
export function sumFigures(processes: readonly ProcessFigures[]) {
  const successes = processes.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  return {
    reads: {
      ...sumCalls(processes.map(({ reads }) => reads)),
      breaker: worstState(processes.map(({ breakers }) => breakers.reads)),
    },
    writes: {
      ...sumCalls(processes.map(({ writes }) => writes)),
      breaker: worstState(processes.map(({ breakers }) => breakers.writes)),
    },
    lastSuccessAt: successes.toSorted().at(-1) ?? null,
    clockMs: largestDifference(processes.flatMap(({ clockMs }) => clockMs ?? [])),
    failures: processes
      .flatMap(({ failures }) => failures)
      .toSorted((a, b) => newestFirst(a.at, b.at))
      .slice(0, MAX_FAILURES),
    drift: sumDrift(processes.map(({ drift }) => drift)),
  }
}

/** Adds up the calls of a kind, in total and by operation. */
export function sumCalls(processes: readonly OperationCalls[][]): Omit<CallsOfKind, 'breaker'> {
  const all = processes.flat()
  const names = [...new Set(all.map(({ operation }) => operation))]
  const operations = names.map((name): OperationFigures => ({
    operation: name,
    ...figuresOf(all.filter(({ operation }) => operation === name)),
  }))
  return { ...figuresOf(all), operations }
}

function figuresOf(calls: readonly OperationCalls[]): CallFigures {
  return {
    calls: total(calls.map((one) => one.calls)),
    failed: total(calls.map((one) => one.failed)),
    latencyMs: percentiles(calls.flatMap(({ latenciesMs }) => latenciesMs)),
    since: calls.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null,
  }
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const newestFirst = (a: string, b: string) => (a === b ? 0 : a > b ? -1 : 1)

const FROM_WORST: readonly BreakerState[] = ['open', 'half_open']

/** Returns the worst of the states of several circuit breakers. */
export const worstState = (states: readonly BreakerState[]): BreakerState =>
  FROM_WORST.find((state) => states.includes(state)) ?? 'closed'

/** Returns the difference that is farthest from zero; null when there is none. */
export const largestDifference = (differencesMs: readonly number[]): number | null =>
  differencesMs.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null

function sumDrift(processes: readonly Status['drift'][]): Status['drift'] {
  const byKey = new Map<string, DriftEntry>()
  for (const entry of processes.flatMap(({ entries }) => entries)) {
    const key = JSON.stringify([entry.resource, entry.kind, entry.field, entry.value])
    const known = byKey.get(key)
    byKey.set(key, known ? sumEntries(known, entry) : entry)
  }
  const entries = [...byKey.values()].toSorted((a, b) => newestFirst(a.lastSeenAt, b.lastSeenAt))
  const dropped = total(processes.map((one) => one.dropped)) + Math.max(0, entries.length - MAX_DRIFT)
  return { entries: entries.slice(0, MAX_DRIFT), dropped }
}

function sumEntries(one: DriftEntry, other: DriftEntry): DriftEntry {
  const newest = one.lastSeenAt >= other.lastSeenAt ? one : other
  const firstSeenAt = one.firstSeenAt <= other.firstSeenAt ? one.firstSeenAt : other.firstSeenAt
  return { ...newest, firstSeenAt, count: one.count + other.count }
}

/** Returns the 50th, 95th and 99th percentile in whole milliseconds (nearest rank); null without latencies. */
function percentiles(latenciesMs: readonly number[]): CallFigures['latencyMs'] {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (percent: number) => Math.round(sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0)
  return sorted.length === 0 ? null : { p50: at(50), p95: at(95), p99: at(99) }
}
