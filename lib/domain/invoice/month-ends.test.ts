import { Big } from 'big.js'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '@/testing/console/seeded-random'
import { monthEnds } from './month-ends'

describe('monthEnds', () => {
  it('earns a year month by month, and defers what is left at each end', () => {
    const months = Array.from({ length: 12 }, (_, nth) => `2026-${String(nth + 1).padStart(2, '0')}`)
    const ends = monthEnds(months.map((month) => ({ issued: '2026-01', month, amount: '100.00' })))
    expect(ends).toHaveLength(12)
    expect(ends[0]).toEqual({ month: '2026-01', invoiced: '1200', earned: '100', deferred: '1100' })
    expect(ends[2]).toEqual({ month: '2026-03', invoiced: '0', earned: '100', deferred: '900' })
    expect(ends[11]).toEqual({ month: '2026-12', invoiced: '0', earned: '100', deferred: '0' })
  })

  it('keeps an amount deferred through months in which nothing else is', () => {
    expect(monthEnds([{ issued: '2026-01', month: '2026-04', amount: '9' }])).toEqual([
      { month: '2026-01', invoiced: '9', earned: '0', deferred: '9' },
      { month: '2026-02', invoiced: '0', earned: '0', deferred: '9' },
      { month: '2026-03', invoiced: '0', earned: '0', deferred: '9' },
      { month: '2026-04', invoiced: '0', earned: '9', deferred: '0' },
    ])
  })

  it('defers nothing that was invoiced afterwards, or that has no month', () => {
    expect(
      monthEnds([
        { issued: '2026-02', month: '2026-01', amount: '5' },
        { issued: '2026-02', month: null, amount: '3' },
        { issued: null, month: '2026-02', amount: '2' },
      ]),
    ).toEqual([
      { month: '2026-01', invoiced: '0', earned: '5', deferred: '0' },
      { month: '2026-02', invoiced: '8', earned: '2', deferred: '0' },
      { month: null, invoiced: '2', earned: '3', deferred: '0' },
    ])
  })

  it('has the same sums as adding each month up by itself', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const month = () => (random.integer(10) === 0 ? null : `202${random.integer(3)}-0${1 + random.integer(9)}`)
      const amounts = Array.from({ length: 1 + random.integer(30) }, () => ({
        issued: month(),
        month: month(),
        amount: String(random.integer(2_000) - 500),
      }))
      for (const end of monthEnds(amounts)) {
        const sum = (isCounted: (each: (typeof amounts)[number]) => boolean) =>
          amounts.reduce((total, each) => (isCounted(each) ? total.plus(each.amount) : total), new Big(0)).toFixed()
        const at = end.month
        expect(end, `seed ${seed}`).toEqual({
          month: at,
          invoiced: sum(({ issued }) => issued === at),
          earned: sum((each) => each.month === at),
          deferred: sum(
            ({ issued, month: of }) => at !== null && issued !== null && of !== null && issued <= at && of > at,
          ),
        })
      }
      const earned = monthEnds(amounts).reduce((total, each) => total.plus(each.earned), new Big(0))
      expect(earned.toFixed(), 'all months add up to all amounts').toBe(
        amounts.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed(),
      )
    }
  })
})
