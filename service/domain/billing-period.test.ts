import { assert, constantFrom, date as anyDate, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  ] as const)('%s from %s, at %s: %s to %s', (cadence, start, at, from, to) => {
    expect(billingPeriodAt({ startDate: day(start), cadence, at: day(at) })).toEqual({ start: day(from), end: day(to) })
  })

  it('keeps the time of day of the anchor, to the millisecond', () => {
    const startDate = '2026-01-31T23:59:59.999Z'
    expect(billingPeriodAt({ startDate, cadence: 'monthly', at: '2026-02-28T23:59:59.998Z' })).toEqual({
      start: startDate,
      end: '2026-02-28T23:59:59.999Z',
    })
    expect(billingPeriodAt({ startDate, cadence: 'monthly', at: '2026-02-28T23:59:59.999Z' })).toEqual({
      start: '2026-02-28T23:59:59.999Z',
      end: '2026-03-31T23:59:59.999Z',
    })
  })

  it('has no period before the start, and none at all for oneTime', () => {
    expect(billingPeriodAt({ startDate: day('2026-02-01'), cadence: 'monthly', at: day('2026-01-31') })).toBeNull()
    expect(billingPeriodAt({ startDate: day('2026-02-01'), cadence: 'oneTime', at: day('2026-03-01') })).toBeNull()
  })

  it('always holds the instant, and the next period begins where it ends', () => {
    const instants = anyDate({
      min: new Date(day('2000-01-01')),
      max: new Date(day('2100-01-01')),
      noInvalidDate: true,
    })
    const cadences = constantFrom('monthly', 'quarterly', 'annually')
    assert(
      property(instants, instants, cadences, (one, other, cadence) => {
        const [startDate, at] = [one.toISOString(), other.toISOString()].toSorted()
        if (startDate === undefined || at === undefined) throw new Error('two instants were made')
        const period = billingPeriodAt({ startDate, cadence, at })
        if (!period) throw new Error('a started subscription has a period')
        expect(period.start <= at && at < period.end).toBe(true)
        expect(billingPeriodAt({ startDate, cadence, at: period.end })?.start).toBe(period.end)
      }),
      { numRuns: 300 },
    )
  })
})
