import { assert, constantFrom, date, integer, oneof, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarPeriodAt } from '@/testing/service/calendar-period'
import { billingPeriodAt, unusualPeriod } from './billing-period'

const day = (iso: string) => `${iso}T00:00:00.000Z`

describe('billingPeriodAt', () => {
  it('returns null before the start, and for one-time and unknown cadences', () => {
    expect(billingPeriodAt(day('2026-01-02'), 'monthly', day('2026-01-01'))).toBeNull()
    expect(billingPeriodAt(day('2026-01-01'), 'oneTime', day('2026-01-02'))).toBeNull()
    expect(billingPeriodAt(day('2026-01-01'), 'weekly', day('2026-01-02'))).toBeNull()
    expect(billingPeriodAt('not a date', 'monthly', day('2026-01-02'))).toBeNull()
  })

  it('is the period of the calendar that contains the instant, counted from the anchor', () => {
    // Days at the end of a month and midnights often, as a clamped boundary is at one of them.
    const instants = oneof(
      date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      integer({ min: 240, max: 1_440 }).map((months) => new Date(Date.UTC(1970, months, 0))),
      integer({ min: 7_305, max: 43_829 }).map((days) => new Date(days * 86_400_000)),
    )
    assert(
      property(instants, instants, constantFrom('monthly', 'quarterly', 'annually'), (one, other, cadence) => {
        const [start, at] = [one, other].toSorted((a, b) => Number(a) - Number(b)).map((each) => each.toISOString())
        if (start === undefined || at === undefined) return
        const { number = 0, ...period } = billingPeriodAt(start, cadence, at) ?? {}
        const expected = calendarPeriodAt(start, cadence, at)
        expect(period).toEqual(expected)
        const before = billingPeriodAt(start, cadence, new Date(Date.parse(expected.start) - 1).toISOString())
        expect([number - 1, before?.end ?? start]).toEqual([before?.number ?? 0, expected.start])
      }),
    )
  })
})

const period = (startDate: string, endDate: string, cadence?: string) =>
  unusualPeriod({ startDate: `${startDate}T09:30:00.000Z`, endDate: `${endDate}T09:30:00.000Z` }, cadence)

describe('unusualPeriod', () => {
  it.each([
    ['quarterly', '2026-10-01', '2026-11-01', { months: 1, days: 0 }],
    ['quarterly', '2026-08-31', '2026-09-30', { months: 1, days: 0 }],
    ['quarterly', '2026-10-01', '2026-10-13', { months: 0, days: 12 }],
    ['annually', '2026-01-01', '2026-02-15', { months: 1, days: 14 }],
    ['monthly', '2026-01-01', '2026-04-01', { months: 3, days: 0 }],
  ])('returns the period of a %s price from %s to %s', (cadence, start, end, expected) => {
    expect(period(start, end, cadence)).toEqual(expected)
  })

  it.each([
    ['quarterly', '2026-10-01', '2027-01-01'],
    ['quarterly', '2026-10-01', '2026-12-20'],
    ['monthly', '2026-10-01', '2026-10-04'],
    ['monthly', '2026-10-01', '2026-11-30'],
    ['annually', '2026-10-01', '2027-10-01'],
    ['oneTime', '2026-10-01', '2027-10-01'],
    ['fortnightly', '2026-10-01', '2027-10-01'],
    ['quarterly', '2026-11-01', '2026-10-01'],
  ])('returns null for a %s price from %s to %s', (cadence, start, end) => {
    expect(period(start, end, cadence)).toBeNull()
  })

  it('returns null when a date or the interval is unknown', () => {
    expect(period('2026-10-01', '2026-11-01')).toBeNull()
    expect(unusualPeriod({ startDate: undefined, endDate: '2026-11-01T00:00:00.000Z' }, 'quarterly')).toBeNull()
    expect(unusualPeriod({ startDate: { unreadable: 'soon' }, endDate: undefined }, 'quarterly')).toBeNull()
  })
})
