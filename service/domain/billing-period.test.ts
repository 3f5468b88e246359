import { assert, constantFrom, date as anyDate, oneof, property, record, tuple } from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
})

/** The n-th boundary by the words of gaps.md, in plain calendar arithmetic. */
function boundary(anchor: Date, months: number): string {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const midnightMs = Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return new Date(midnightMs + (anchor.getTime() % 86_400_000)).toISOString()
}

describe('for any anchor, cadence and instant', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  const cadences = constantFrom('monthly', 'quarterly', 'annually')
  const MONTHS = { monthly: 1, quarterly: 3, annually: 12 }
  const times = { min: new Date(day('1990-01-01')), max: new Date(day('2110-01-01')), noInvalidDate: true }
  /** The days where months differ: the 28th to the 31st, February most of all. */
  const monthEnds = record({
    year: constantFrom(1999, 2000, 2023, 2024, 2025, 2027, 2028, 2096, 2100),
    month: constantFrom(0, 1, 1, 1, 2, 3, 7, 10, 11),
    date: constantFrom(28, 29, 30, 31),
    ms: constantFrom(0, 1, 43_200_000, 86_399_999),
  }).map(({ year, month, date, ms }) => new Date(Date.UTC(year, month, date) + ms))
  const instants = oneof(anyDate(times), monthEnds)

  /** The periods that hold an instant and the end of that one, and the boundaries they must lie between. */
  const periods = tuple(instants, instants, cadences).map(([one, other, cadence]) => {
    const [anchor, at] = one <= other ? [one, other] : [other, one]
    const given = { startDate: anchor.toISOString(), cadence }
    const period = billingPeriodAt({ ...given, at: at.toISOString() })
    if (!period) throw new Error('a started subscription has a period')
    const boundaries = [boundary(anchor, 0)]
    while ((boundaries.at(-1) ?? '') <= at.toISOString())
      boundaries.push(boundary(anchor, boundaries.length * MONTHS[cadence]))
    const [start, end] = boundaries.slice(-2)
    return { given, period, expected: { start, end } }
  })

  it.each([
    ['UTC', 2_000, 0],
    ['America/New_York', 500, 240],
  ])(
    'on a machine in %s it is the calendar period from the anchor; the next begins where it ends',
    (zone, numRuns, offset) => {
      vi.stubEnv('TZ', zone)
      expect(new Date(day('2026-07-01')).getTimezoneOffset()).toBe(offset)
      assert(
        property(periods, ({ given, period, expected }) => {
          expect(period).toEqual(expected)
          expect(billingPeriodAt({ ...given, at: period.start })).toEqual(period)
          expect(billingPeriodAt({ ...given, at: period.end })?.start).toBe(period.end)
        }),
        { numRuns },
      )
    },
  )
})
