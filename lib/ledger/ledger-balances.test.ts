import { describe, expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { ledgerBalances, withWholeLedger } from './ledger-balances'
import { poolOf } from './pool'

const asOf = '2027-02-10T12:00:00.000Z'
const unit = (id: string | null, name: string | null = id) => ({
  allocationBlock: { customPricingUnitId: id, customPricingUnit: name === null ? null : { displayName: name } },
})
const at = (day: number) => ({ createdAt: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z` })
const balances = (...rows: object[]) => balancesOf(rows.length, ...rows)
const balancesOf = (count: number | null, ...rows: object[]) => balancesOfPage({ count }, ...rows)
const balancesOfPage = (page: Partial<Parameters<typeof ledgerBalances>[0]>, ...rows: object[]) =>
  ledgerBalances({
    results: rows.map((row) => bareTransaction({ ...row })),
    asOf,
    count: null,
    pages: null,
    pageSize: 20,
    currentPage: 1,
    ...page,
  })
const row = (day: number, id: string, newBalance: string | null, rest: object = {}) => ({
  ...at(day),
  ...unit(id),
  newBalance,
  ...rest,
})

const pool = (sent: object) => poolOf(bareTransaction({ ...sent }))

describe('poolOf', () => {
  it('returns the pool of the unit’s id, else of its name', () => {
    expect(pool(unit('u1', 'Credits'))).toEqual({ key: 'id:u1', unitId: 'u1', unitName: 'Credits', isKnown: true })
    expect(pool(unit(null, 'Credits'))).toMatchObject({ key: 'name:Credits', isKnown: true })
  })

  it('returns a pool of its own for a block without a unit, and an unknown pool without a readable block', () => {
    expect(pool(unit(null))).toMatchObject({ key: 'none', isKnown: true })
    expect(pool({ allocationBlock: null })).toMatchObject({ key: 'none', isKnown: false })
    expect(pool({ allocationBlock: 'block' })).toMatchObject({ key: 'none', isKnown: false })
    expect(pool({ allocationBlock: { customPricingUnitId: {} } })).toMatchObject({ isKnown: false })
    expect(pool({ allocationBlock: { customPricingUnit: { displayName: 5 } } }).unitName).toBe('5')
  })
})

describe('ledgerBalances', () => {
  it('returns the balance of the newest entry per pool, the pool with the newest entry first', () => {
    const { pools, rows, isNewestFirst } = balances(
      row(9, 'b', '7.50'),
      row(8, 'a', '100'),
      row(7, 'b', '9'),
      row(6, 'a', '50'),
    )
    expect(pools.map(({ pool: of, balance, newer, rows: count }) => [of.key, balance, newer, count])).toEqual([
      ['id:b', '7.50', 0, 2],
      ['id:a', '100', 0, 2],
    ])
    expect([rows, isNewestFirst]).toEqual([4, true])
  })

  it('returns the newest balance that was sent, and counts newer entries without one', () => {
    const { pools } = balances(row(9, 'a', null), row(8, 'a', 'some'), row(7, 'b', '1'), row(6, 'a', '50'))
    expect(pools[0]).toMatchObject({ balance: '50', newer: 2, at: '2026-03-06T00:00:00.000Z' })
    expect(pools[1]).toMatchObject({ balance: '1', newer: 0 })
  })

  it('leaves out entries dated in the future, and names what expires', () => {
    const ahead = (createdAt: string, rest: object) => ({ ...row(9, 'a', '0'), createdAt, ...rest })
    const found = balances(
      ahead('2027-02-13T00:00:00Z', { type: 'usage', amount: '-1' }),
      ahead('2027-02-11T00:00:00Z', { type: 'expiration', amount: '-178' }),
      ahead('2027-02-10T12:00:30Z', { newBalance: '178' }),
      row(8, 'a', '200'),
    )
    expect(found.pools).toMatchObject([
      {
        balance: '178',
        at: '2027-02-10T12:00:30.000Z',
        newer: 0,
        upcoming: { expiring: [{ day: '2027-02-11', amount: '178' }], others: 1 },
      },
    ])
    expect(found.lastEntry?.createdAt).toBe('2027-02-10T12:00:30.000Z')
  })

  it('returns null when no entry has a balance', () => {
    expect(balances(row(9, 'a', null), row(8, 'a', null)).pools).toMatchObject([
      { balance: null, newer: 2, at: undefined },
    ])
    expect(balances()).toEqual({
      rows: 0,
      isNewestFirst: true,
      mismatchedPage: null,
      pools: [],
      lastEntry: null,
      asOf,
    })
  })

  it('returns no balance for a pool whose balances have gaps in the whole ledger, and that of other pools', () => {
    const newest = balances(row(9, 'a', '90'), row(8, 'b', '7'))
    const [a, b] = newest.pools.map(({ pool: of }) => of)
    const whole = [a, b].flatMap((of) => (of ? [{ pool: of, balance: null, at: null, gaps: of === a ? 2 : 0 }] : []))
    expect(withWholeLedger(newest, undefined)).toEqual(newest)
    expect(withWholeLedger(newest, { balances: whole, asOf }).pools).toMatchObject([
      { balance: null, gaps: 2, at: undefined },
      { balance: '7', gaps: 0 },
    ])
  })

  it('reports another page than the first, and returns no last entry of it', () => {
    const results = [bareTransaction(row(9, 'a', '90'))]
    expect(ledgerBalances({ results, asOf, count: 300, pages: 15, pageSize: 20, currentPage: 3 })).toMatchObject({
      isNewestFirst: false,
      mismatchedPage: 3,
      lastEntry: null,
    })
  })

  it('reports entries that are not sorted newest first', () => {
    expect(balances(row(6, 'a', '50'), row(9, 'a', '7')).isNewestFirst).toBe(false)
    expect(balances(row(6, 'a', '50'), row(6, 'a', '7')).isNewestFirst).toBe(true)
    expect(balances(row(6, 'a', '50', { createdAt: null })).isNewestFirst).toBe(false)
    expect(balances(row(6, 'a', '50'), row(5, 'a', '7', { createdAt: 'soon' })).isNewestFirst).toBe(false)
  })
})

const step = (previousBalance: unknown, newBalance: string | null) => row(9, 'a', newBalance, { previousBalance })
const after = (...steps: object[]) => balances(...steps, row(8, 'a', '7')).pools[0]

describe('the balance after entries of one instant', () => {
  it('is the end of their chain, in any order', () => {
    for (const steps of [
      [step(100, '90'), step('90.00', '80.0')],
      [step(90, '80.0'), step(100, '90')],
      [step(90, '80.0'), step(90, '90'), step(100, '90')],
      [step(100, '90'), step(90, '100'), step(100, '80.0')],
    ])
      expect(after(...steps)).toMatchObject({ balance: '80.0', tied: 0, newer: 0 })
  })

  it('is null when the chain has no single end, or an entry is unreadable', () => {
    for (const steps of [
      [step(100, '90'), step(90, '100')],
      [step(100, '90'), step(100, '80')],
      [step(100, '90'), step(50, '50')],
      [step(100, '90'), step(null, '80')],
      [step(90, '80'), step(100, null)],
      [step(null, null), step(100, '90')],
    ])
      expect(after(...steps)).toMatchObject({ balance: null, tied: 2, newer: 0, at: '2026-03-09T00:00:00.000Z' })
    expect(after(row(10, 'a', null), step(1, '2'), step(1, '3'))).toMatchObject({ balance: null, tied: 2, newer: 1 })
  })

  it('ignores entries of other pools', () => {
    expect(balances(row(9, 'b', '1'), row(9, 'a', '2')).pools).toMatchObject([{ balance: '1' }, { balance: '2' }])
  })

  it('is null when the next page may hold more entries of the instant', () => {
    expect(balancesOf(2, row(9, 'a', '2')).pools).toMatchObject([{ balance: null, tied: 1 }])
    expect(balancesOf(3, row(9, 'a', '2'), row(8, 'a', '1')).pools).toMatchObject([{ balance: '2', tied: 0 }])
    expect(balancesOf(null, row(9, 'a', '2')).pools).toMatchObject([{ balance: '2' }])
    expect(balancesOfPage({ pages: 2 }, row(9, 'a', '2')).pools).toMatchObject([{ balance: null, tied: 1 }])
  })

  it('is null on a full page whose count is missing, or may be that of the page', () => {
    for (const count of [null, 1, 2])
      expect(balancesOfPage({ count, pageSize: 2 }, row(9, 'a', '2'), row(8, 'b', '1')).pools).toMatchObject([
        { balance: '2', tied: 0 },
        { balance: null, tied: 1 },
      ])
  })
})
