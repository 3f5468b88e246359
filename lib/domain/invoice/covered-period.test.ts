import { describe, expect, it } from 'vitest'
import { unusualPeriod } from './covered-period'

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
