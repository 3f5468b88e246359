import { describe, expect, test } from 'vitest'
import { ApiHealth, emptyHealthRecord } from './api-health'
import type { CallRecord } from '@/lib/billing-api/server/billing-client'

const READ = { operation: 'getInvoice', kind: 'read', ms: 10, failure: undefined, status: 200, requestId: 'r' } as const
const WRITE = { ...READ, operation: 'cancelSubscription', kind: 'write' } as const
const START = Date.parse('2027-02-10T12:00:00.000Z')

/** Each call ends a second after the previous one. */
function healthOf(...calls: Partial<CallRecord>[]): ApiHealth {
  let atMs = START
  const health = new ApiHealth(emptyHealthRecord(), () => new Date(atMs))
  for (const call of calls) {
    health.recordCall({ ...READ, ...call })
    atMs += 1_000
  }
  return health
}
const after = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const times = <Item>(count: number, itemOf: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => itemOf(index))

test('returns no figures without calls', () => {
  expect(healthOf().figuresOf('write')).toEqual({ calls: 0, failed: 0, latencyMs: null })
  expect(healthOf()).toMatchObject({ failures: [], lastSuccessAt: null })
})

test('passes each call of pages and routes to a listener, which counts more calls than are kept', () => {
  const record = emptyHealthRecord()
  const [ofPages, ofRoutes] = [new ApiHealth(record), new ApiHealth(record)]
  const heard: CallRecord[] = []
  ofPages.onCall((call) => heard.push(call))
  for (let count = 0; count < 1_001; count += 1) ofRoutes.recordCall(READ)
  ofPages.recordCall(WRITE)
  expect(heard).toHaveLength(1_002)
  expect(heard.at(-1)).toEqual(WRITE)
  expect(ofRoutes.figuresOf('read').calls).toBe(1_000)
})

test('separates reads and writes', () => {
  const health = healthOf({ ms: 10 }, { ...WRITE, ms: 900 }, { operation: 'getSubscription', ms: 30 }, { ms: 20 })
  expect(health.figuresOf('read')).toEqual({ calls: 3, failed: 0, latencyMs: { p50: 20, p95: 30, p99: 30 } })
  expect(health.figuresOf('write')).toMatchObject({ calls: 1, latencyMs: { p50: 900 } })
})

test('computes percentiles over the last thousand calls', () => {
  const health = healthOf(...times(500, () => ({ ms: 60_000 })), ...times(1_000, (index) => ({ ms: index + 1 })))
  expect(health.figuresOf('read')).toMatchObject({ calls: 1_000, latencyMs: { p50: 500, p95: 950, p99: 990 } })
})

describe('ApiHealth.failures', () => {
  test('contains time, operation, code, status and request id', () => {
    const health = healthOf(
      {},
      { failure: 'api_failed', status: 500 },
      { ...WRITE, failure: 'outcome_unknown', status: undefined },
    )
    const [write, read] = health.failures
    expect(read).toEqual({ at: after(1), operation: 'getInvoice', code: 'api_failed', status: 500, requestId: 'r' })
    expect(write).toMatchObject({ at: after(2), code: 'outcome_unknown', status: null })
    expect(health.figuresOf('read')).toMatchObject({ calls: 2, failed: 1 })
    expect(health.lastSuccessAt).toBe(after(0))
  })

  test.each(['not_found', 'refused'] as const)('does not count a %s response as a failure', (failure) => {
    const health = healthOf({ failure, status: 404 })
    expect(health).toMatchObject({ failures: [], lastSuccessAt: after(0) })
    expect(health.figuresOf('read')).toMatchObject({ calls: 1, failed: 0 })
  })

  test('excludes calls that the console rejected itself from the latencies', () => {
    const health = healthOf({ ms: 80 }, { failure: 'overloaded', status: undefined, ms: 0 })
    expect(health.figuresOf('read')).toMatchObject({ calls: 2, failed: 1, latencyMs: { p50: 80 } })
  })

  test('keeps the last fifty failures', () => {
    const health = healthOf(...times(60, (index) => ({ failure: 'api_failed' as const, requestId: `r${index}` })))
    expect(health.failures.map(({ requestId }) => requestId)).toEqual(times(50, (index) => `r${59 - index}`))
  })
})

test('keeps the largest difference of the API’s clock within the last hour', () => {
  const behind = { clockMs: -20 * 60_000 }
  expect(healthOf({}).clockMs).toBeNull()
  expect(healthOf(behind, { clockMs: 300 }).clockMs).toBe(-20 * 60_000)
  expect(healthOf(behind, ...times(3_602, () => ({ ...WRITE })), { clockMs: 300 }).clockMs).toBe(300)
})
