import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { balanceBreaks } from './balance-breaks'

const unit = (id: string) => ({ allocationBlock: { customPricingUnitId: id, customPricingUnit: { displayName: id } } })
const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 2, 1, 0, 0, second)).toISOString() })
const sent = (second: number, previousBalance: unknown, amount: unknown, newBalance: unknown, rest: object = {}) => ({
  ...at(second),
  ...unit('a'),
  type: Number(amount) < 0 ? 'usage' : 'planAllocation',
  previousBalance,
  amount,
  newBalance,
  ...rest,
})
const breaksOf = (...rows: object[]) => {
  const views = rows.map((row) => bareTransaction({ ...row }))
  const breaks = balanceBreaks(views)
  return views.map((view) => breaks.get(view) ?? null)
}

const broken = (...rows: object[]) => breaksOf(...rows).filter((found) => found !== null)
const decimal = (cents: number) => (cents / 100).toFixed(2)

describe('balanceBreaks reports', () => {
  it('a balance that is not the previous one plus the amount', () => {
    expect(breaksOf(sent(1, '10', '-2.5', '7'))).toEqual([
      { kind: 'sum', before: '10', amount: '-2.5', after: '7', offBy: '-0.5' },
    ])
  })

  it('a balance that does not start with the one the previous entry left, in either sort order', () => {
    const [older, newer] = [sent(1, '0', '10', '10'), sent(2, '12', '-2', '10')]
    const gap = { kind: 'gap', left: '10', before: '12', offBy: '2' }
    expect(breaksOf(older, newer)).toEqual([null, gap])
    expect(breaksOf(newer, older)).toEqual([gap, null])
  })

  it('a balance that does not follow from the amount of an entry without balances', () => {
    const rows = (before: string) => [sent(1, '0', '10', '10'), sent(2, null, '-2', null), sent(3, before, '-1', '4')]
    expect(breaksOf(...rows('5'))[2]).toEqual({ kind: 'gap', left: '8', before: '5', offBy: '-3' })
    expect(broken(sent(1, '10', '-2', null), sent(2, '8', '-1', '7'))).toEqual([])
  })

  it('a break against the previous entry when no previous balance was sent', () => {
    expect(breaksOf(sent(1, null, '10', '10'), sent(2, null, '-2', '9'))).toEqual([
      null,
      { kind: 'sum', before: '10', amount: '-2', after: '9', offBy: '1' },
    ])
  })

  it('a balance that moves against the documented sign of the amount', () => {
    expect(breaksOf(sent(1, '10', '-5', '15'))).toMatchObject([{ kind: 'sum', offBy: '10' }])
    expect(breaksOf(sent(1, '10', '5', '5', { type: 'manualAddition' }))).toMatchObject([{ offBy: '-10' }])
  })
})

describe('balanceBreaks reports nothing', () => {
  it('when the balances of each pool follow', () => {
    expect(
      broken(
        sent(1, '0', '10', '10'),
        sent(2, '0', '99', '99', unit('b')),
        sent(3, '10', '-2.50', '7.5'),
        sent(4, '99', '-9', '90', unit('b')),
      ),
    ).toEqual([])
  })

  it('when the API uses its own sign', () => {
    expect(broken(sent(1, '10', '2.5', '7.5', { type: 'usage' }))).toEqual([])
    expect(broken(sent(1, '10', '-100', '110', { type: 'planAllocation' }))).toEqual([])
    expect(broken(sent(1, '10', '-1', '11', { type: 'promo' }), sent(2, '11', '1', '10', { type: null }))).toEqual([])
  })

  it('when a required value is missing or unreadable', () => {
    expect(broken(sent(1, '10', null, '7'))).toEqual([])
    expect(broken(sent(1, '10', '2', null, { type: 'usage' }), sent(2, '5', '-1', '4'))).toEqual([])
    expect(broken(sent(1, null, '10', '10'), sent(2, 'some', '-2', '9'))).toEqual([])
    expect(broken(sent(1, '0', '10', '10'), { ...sent(2, '12', '-2', '10'), createdAt: 17 })).toEqual([])
    expect(broken(sent(1, '10', `-${'9'.repeat(200)}`, '7'))).toEqual([])
  })

  it('when another entry may lie in between: unordered, of the same instant, or without a pool', () => {
    expect(broken(sent(2, '0', '10', '10'), sent(1, '12', '-2', '10'), sent(3, '4', '-2', '2'))).toEqual([])
    expect(
      broken(sent(1, '0', '10', '10'), sent(2, '8', '-1', '7'), sent(2, '10', '-2', '8'), sent(3, '7', '-1', '6')),
    ).toEqual([])
    expect(broken(sent(1, '0', '10', '10'), { ...at(2), amount: '5' }, sent(3, '15', '-2', '13'))).toEqual([])
    expect(broken(sent(1, '0', '10', '10'), sent(2, null, '5', null), sent(3, '15', '-2', '13'))).toEqual([])
  })

  it('for any ledger that adds up, but finds a change of one cent', () => {
    const movements = fc.array(
      fc.record({ pool: fc.constantFrom('a', 'b'), cents: fc.integer({ min: -999, max: 999 }) }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(movements, fc.nat(), fc.boolean(), (moves, which, isDescending) => {
        const left = { a: 0, b: 0 }
        const rows = moves.map(({ pool, cents }, index) => {
          const before = left[pool === 'a' ? 'a' : 'b']
          left[pool === 'a' ? 'a' : 'b'] = before + cents
          const type = cents < 0 ? 'usage' : 'manualAddition'
          return sent(index, decimal(before), decimal(cents), decimal(before + cents), { ...unit(pool), type })
        })
        const shown = (some: object[]) => breaksOf(...(isDescending ? some.toReversed() : some))
        expect(shown(rows).every((found) => found === null)).toBe(true)
        const changed = rows.map((row, index) =>
          index === which % rows.length ? { ...row, newBalance: `${Number(row.newBalance) + 0.01}` } : row,
        )
        expect(shown(changed).some((found) => found !== null)).toBe(true)
      }),
    )
  })
})
