import type { CallFigures } from '@/contract/console/status'

/** Returns the 50th, 95th and 99th percentile in whole milliseconds (nearest rank); null without latencies. */
export function percentiles(latenciesMs: readonly number[]): CallFigures['latencyMs'] {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (percent: number) => Math.round(sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0)
  return sorted.length === 0 ? null : { p50: at(50), p95: at(95), p99: at(99) }
}
