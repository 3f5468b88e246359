import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecentFailures } from './call-breaker'

const LIMITS = { calls: 20, percent: 50, windowMs: 30_000 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'], now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const recent = () => new RecentFailures(LIMITS)
const times = (count: number, run: (index: number) => void) => Array.from({ length: count }, (_, index) => run(index))

test('reports an outage when half of twenty calls find no connection, and not for one fewer', () => {
  const failures = recent()
  times(10, () => failures.addSuccess())
  times(9, () => failures.addUnconnected())
  expect(failures.isOutage()).toBe(false)
  failures.addUnconnected()
  expect(failures.isOutage()).toBe(true)
})

test('counts a record that fails a thousand times once', () => {
  const failures = recent()
  times(1_000, () => failures.addFailing('invoice 1'))
  times(18, (index) => failures.addFailing(`invoice ${index + 2}`))
  expect(failures.isOutage()).toBe(false)
  failures.addFailing('invoice 20')
  expect(failures.isOutage()).toBe(true)
})

test('reports no outage for twenty failing records beside more successes', () => {
  const failures = recent()
  times(21, () => failures.addSuccess())
  times(20, (index) => failures.addFailing(`invoice ${index}`))
  expect(failures.isOutage()).toBe(false)
  failures.addFailing('invoice 21')
  expect(failures.isOutage()).toBe(true)
})

test('reports no outage for ten failing records, with or without ten successes', () => {
  const failures = recent()
  times(10, (index) => failures.addFailing(`invoice ${index}`))
  expect(failures.isOutage()).toBe(false)
  times(10, () => failures.addSuccess())
  expect(failures.isOutage()).toBe(false)
})

test('forgets failures outside the window: two in four seconds are never an outage', () => {
  const failures = recent()
  times(100, (index) => {
    failures.addFailing(`invoice ${index}`)
    failures.addUnconnected()
    expect(failures.isOutage()).toBe(false)
    vi.advanceTimersByTime(4_000)
  })
  expect(failures.isFailing('invoice 99')).toBe(true)
  expect(failures.isFailing('invoice 92')).toBe(false)
})

test("is not affected by a step of the machine's clock", () => {
  const failures = recent()
  times(20, (index) => failures.addFailing(`invoice ${index}`))
  vi.setSystemTime(Date.now() - 3_600_000)
  expect([failures.isOutage(), failures.isFailing('invoice 1')]).toEqual([true, true])
  vi.setSystemTime(Date.now() + 7_200_000)
  expect([failures.isOutage(), failures.isFailing('invoice 1')]).toEqual([true, true])
})

test('reports the API as down when connections fail or nothing succeeds', () => {
  const failures = recent()
  times(30, (index) => failures.addFailing(`invoice ${index}`))
  expect(failures.isDown()).toBe(true)
  failures.addSuccess()
  expect(failures.isDown()).toBe(false)
  times(30, () => failures.addUnconnected())
  expect(failures.isDown()).toBe(true)
  failures.clear()
  expect([failures.isOutage(), failures.isFailing('invoice 1')]).toEqual([false, false])
})

test('remembers 10,000 failing records and forgets the one that failed longest ago', () => {
  const failures = recent()
  times(10_000, (index) => failures.addFailing(`invoice ${index}`))
  failures.addFailing('invoice 0')
  failures.addFailing('one more')
  const isFailing = ['invoice 0', 'invoice 1', 'invoice 2', 'one more'].map((record) => failures.isFailing(record))
  expect(isFailing).toEqual([true, false, true, true])
})
