import { expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { renderedText } from '@/testing/console/rendered-page'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import { Balances } from './balances'

const usage = (day: number, before: number, after: number | null, unit = 'Credits') =>
  bareTransaction({
    createdAt: `2026-03-0${day}T00:00:00Z`,
    type: 'usage',
    amount: -10,
    previousBalance: before,
    newBalance: after,
    allocationBlock: { customPricingUnit: { displayName: unit } },
  })
const shown = (results: ReturnType<typeof usage>[], currentPage = 1, whole?: LedgerRead) =>
  renderedText(
    [],
    <Balances
      newest={{ results, count: results.length, pages: 1, pageSize: 20, asOf: '2026-03-09T12:00:00Z', currentPage }}
      whole={whole}
      externalId="acme"
    />,
  )

it('counts newer transactions without a balance, and shows none when the transactions are not newest first', () => {
  const text = shown([usage(3, 80, null), usage(2, 90, 80)])
  expect(text).toContain('80.00')
  expect(text).toContain('1 newer transaction has no balance')
  expect(shown([usage(1, 100, 90), usage(2, 90, 80)])).toMatch(/The latest balance is not known.*newest first/)
})

it('names the largest drop of a pool', () => {
  expect(shown([usage(3, 80, 70.5), usage(2, 100, 80), usage(1, 0, 100)])).toContain(
    'Largest drop in the newest 3 transactions: 20.00 on 2 Mar 2026',
  )
})

it('shows no balance when the API returned another page', () => {
  const text = shown([usage(2, 90, 80)], 3)
  expect(text).toContain('the billing API returned page 3 instead of page 1')
  expect(text).not.toMatch(/reply|80\.00/)
})

const WHOLE: LedgerRead = {
  state: 'complete',
  entries: 900,
  total: 900,
  startedAt: null,
  startedAtEntry: 0,
  updatedAt: null,
  asOf: '2026-03-08T09:00:00.000Z',
  comparedAt: null,
  why: null,
  isComplete: true,
  soFar: null,
  checkedEntries: 900,
  comparedEntries: 900,
  uncomparedEntries: 0,
  undrawnEntries: 0,
  unplacedEntries: 0,
  breakCount: 0,
  breaks: [],
  pools: [],
  balances: [
    {
      pool: { key: 'name:GPU minutes', unitId: null, unitName: 'GPU minutes' },
      balance: '40',
      at: '2025-11-03T00:00:00.000Z',
      gaps: 0,
    },
  ],
  isRereading: false,
}

it('shows no balance and no reply of a pool whose balances have gaps in the whole ledger', () => {
  const newest = [usage(2, 90, 80), usage(1, 100, 90)]
  const pool = { key: 'name:Credits', unitId: null, unitName: 'Credits' }
  const balances = [{ pool, balance: null, at: '2026-03-02T00:00:00.000Z', gaps: 2 }]
  expect(shown(newest)).toMatch(/80\.00.*Copy reply/s)
  const text = shown(newest, 1, { ...WHOLE, balances })
  expect(text).toContain('Balance not certain')
  expect(text).toContain('2 gaps between balances')
  expect(text).not.toMatch(/reply|80\.00/)
})

it('shows pools without a recent transaction, with their reply, once the whole ledger was read', () => {
  const newest = [usage(2, 90, 80), usage(1, 100, 90)]
  expect(shown(newest)).toContain('Pools of the newest 2 transactions')
  const text = shown(newest, 1, WHOLE)
  expect(text).toContain('All pools')
  expect(text).toMatch(/40\.00GPU minutes since 3 Nov 2025.* · as of 8 Mar 2026/)
  expect(text).toContain('Your balance was 40 GPU minutes on 3 Nov 2025.')
})
