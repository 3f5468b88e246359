import { constantFrom, date as anyDate, oneof, pre, property, record, tuple } from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { volume } from '../../scripts/test/volume.mjs'
import { calendarPeriodAt } from '@/testing/service/calendar-period'
import { propertiesOf } from '@/testing/service/properties-of'
import { billingPeriodAt } from './billing-period'

const day = (date: string) => `${date}T00:00:00.000Z`

describe('billingPeriodAt', () => {
  it.each([
    ['monthly', '2026-01-31', '2026-01-31', '2026-01-31', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-02-27', '2026-01-31', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
    ['monthly', '2026-01-31', '2026-03-30', '2026-02-28', '2026-03-31'],
    ['monthly', '2026-01-31', '2026-04-30', '2026-04-30', '2026-05-31'],
    ['monthly', '2028-01-31', '2028-02-28', '2028-01-31', '2028-02-29'],
    ['monthly', '2028-01-30', '2028-02-29', '2028-02-29', '2028-03-30'],
    ['monthly', '2025-12-15', '2026-01-14', '2025-12-15', '2026-01-15'],
    ['quarterly', '2025-11-30', '2026-02-27', '2025-11-30', '2026-02-28'],
    ['quarterly', '2025-11-30', '2026-05-29', '2026-02-28', '2026-05-30'],
    ['annually', '2024-02-29', '2025-02-28', '2025-02-28', '2026-02-28'],
    ['annually', '2024-02-29', '2028-02-29', '2028-02-29', '2029-02-28'],
  ] as const)('returns for %s from %s, at %s: %s to %s', (cadence, start, at, from, to) => {
    expect(billingPeriodAt({ startDate: day(start), cadence, at: day(at) })).toEqual({ start: day(from), end: day(to) })
  })
})

const holds = propertiesOf('Billing periods')

describe('billingPeriodAt for any anchor, cadence and instant', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  const cadences = constantFrom('monthly', 'quarterly', 'annually')
  const times = { min: new Date(day('1990-01-01')), max: new Date(day('2110-01-01')), noInvalidDate: true }
  /** Days at which months differ: the 28th to the 31st, mostly of February. */
  const monthEnds = record({
    year: constantFrom(1999, 2000, 2023, 2024, 2025, 2027, 2028, 2096, 2100),
    month: constantFrom(0, 1, 1, 1, 2, 3, 7, 10, 11),
    date: constantFrom(28, 29, 30, 31),
    ms: constantFrom(0, 1, 43_200_000, 86_399_999),
  }).map(({ year, month, date, ms }) => new Date(Date.UTC(year, month, date) + ms))
  const instants = oneof(anyDate(times), monthEnds).map((date) => date.toISOString())
  const twoInstants = tuple(instants, instants).map(([one, other]): [string, string] =>
    one <= other ? [one, other] : [other, one],
  )

  it.each([
    ['UTC', volume({ test: 300, prove: 5_000 }), 0],
    ['America/New_York', volume({ test: 100, prove: 1_000 }), 240],
  ])(
    'returns, on a machine in %s, the calendar period from the anchor, directly followed by the next',
    async (zone, numRuns, offset) => {
      vi.stubEnv('TZ', zone)
      expect(new Date(day('2026-07-01')).getTimezoneOffset()).toBe(offset)
      await holds(
        property(twoInstants, cadences, ([startDate, at], cadence) => {
          const period = calendarPeriodAt(startDate, cadence, at)
          expect(billingPeriodAt({ startDate, cadence, at })).toEqual(period)
          expect(billingPeriodAt({ startDate, cadence, at: period.start })).toEqual(period)
          expect(billingPeriodAt({ startDate, cadence, at: period.end })?.start).toBe(period.end)
        }),
        { numRuns },
      )
    },
  )

  it('returns null before the anchor and always for oneTime', () =>
    holds(
      property(twoInstants, cadences, ([earlier, later], cadence) => {
        pre(earlier < later)
        expect(billingPeriodAt({ startDate: later, cadence, at: earlier })).toBeNull()
        expect(billingPeriodAt({ startDate: later, cadence: 'oneTime', at: earlier })).toBeNull()
        expect(billingPeriodAt({ startDate: earlier, cadence: 'oneTime', at: later })).toBeNull()
      }),
      { numRuns: volume({ test: 300, prove: 10_000 }) },
    ))
})
