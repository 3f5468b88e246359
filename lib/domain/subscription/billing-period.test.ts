import { assert, constantFrom, date, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingPeriodAt, unusualPeriod } from './billing-period'

const day = (iso: string) => `${iso}T00:00:00.000Z`

describe('billingPeriodAt', () => {
  it('counts UTC calendar months from the anchor', () => {
    expect(billingPeriodAt(day('2026-01-15'), 'monthly', day('2026-03-20'))).toEqual({
      number: 3,
      start: day('2026-03-15'),
      end: day('2026-04-15'),
    })
    expect(billingPeriodAt(day('2025-02-10'), 'quarterly', day('2026-02-09'))).toMatchObject({
      number: 4,
      end: day('2026-02-10'),
    })
    expect(billingPeriodAt(day('2025-02-10'), 'annually', day('2026-02-10'))).toMatchObject({
      number: 2,
      end: day('2027-02-10'),
    })
  })

  it('clamps to the last day of a short month only', () => {
    const january31 = '2027-01-31T10:30:00.000Z'
    expect(billingPeriodAt(january31, 'monthly', day('2027-02-10'))).toMatchObject({ end: '2027-02-28T10:30:00.000Z' })
    expect(billingPeriodAt(january31, 'monthly', day('2027-03-10'))).toMatchObject({
      start: '2027-02-28T10:30:00.000Z',
      end: '2027-03-31T10:30:00.000Z',
    })
    expect(billingPeriodAt(day('2024-02-29'), 'annually', day('2027-06-01'))).toMatchObject({
      start: day('2027-02-28'),
      end: day('2028-02-29'),
    })
  })

  it('counts the end of a period as the start of the next', () => {
    expect(billingPeriodAt(day('2026-01-01'), 'monthly', day('2026-02-01'))).toMatchObject({ number: 2 })
    expect(billingPeriodAt(day('2026-01-01'), 'monthly', '2026-01-31T23:59:59.999Z')).toMatchObject({ number: 1 })
  })

  it('returns null before the start, and for one-time and unknown cadences', () => {
    expect(billingPeriodAt(day('2026-01-02'), 'monthly', day('2026-01-01'))).toBeNull()
    expect(billingPeriodAt(day('2026-01-01'), 'oneTime', day('2026-01-02'))).toBeNull()
    expect(billingPeriodAt(day('2026-01-01'), 'weekly', day('2026-01-02'))).toBeNull()
    expect(billingPeriodAt('not a date', 'monthly', day('2026-01-02'))).toBeNull()
  })

  it('contains the instant, for any anchor', () => {
    const instants = date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    assert(
      property(instants, instants, constantFrom('monthly', 'quarterly', 'annually'), (one, other, cadence) => {
        const [start, at] = one <= other ? [one, other] : [other, one]
        const period = billingPeriodAt(start.toISOString(), cadence, at.toISOString())
        expect(period).not.toBeNull()
        if (!period) return
        expect(Date.parse(period.start)).toBeLessThanOrEqual(at.getTime())
        expect(Date.parse(period.end)).toBeGreaterThan(at.getTime())
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
