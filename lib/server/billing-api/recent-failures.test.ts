import { CircuitState } from 'cockatiel'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecentFailures } from './recent-failures'

const LIMITS = { calls: 20, percent: 50, windowMs: 30_000 }
const { Closed, HalfOpen } = CircuitState

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

test('half of twenty failing breaks, one less does not', () => {
  const failures = new RecentFailures(LIMITS)
  for (let call = 0; call < 10; call += 1) failures.success()
  const breaks = Array.from({ length: 10 }, () => failures.failure(Closed))
  expect(breaks).toEqual([...Array(9).fill(false), true])
})

test('calls are forgotten by the clock: one failure in two seconds never breaks', () => {
  const failures = new RecentFailures(LIMITS)
  for (let call = 0; call < 100; call += 1) {
    expect(failures.failure(Closed)).toBe(false)
    vi.setSystemTime(Date.now() + 2_000)
  }
})

test('a probe that fails always breaks, and what was is forgotten on demand', () => {
  const failures = new RecentFailures(LIMITS)
  expect(failures.failure(HalfOpen)).toBe(true)
  for (let call = 0; call < 18; call += 1) failures.failure(Closed)
  failures.clear()
  expect(failures.failure(Closed)).toBe(false)
})
