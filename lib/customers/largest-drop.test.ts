import { expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { largestDrop } from './largest-drop'

const AS_OF = '2026-11-20T12:00:00.000Z'
const entry = (day: number, before: string | null, after: string | null, unit = 'Credits') =>
  bareTransaction({
    createdAt: `2026-11-${day}T08:00:00Z`,
    previousBalance: before,
    newBalance: after,
    allocationBlock: { customPricingUnit: { displayName: unit } },
  })

it('returns the entry of the pool that lowered its balance the most, and its UTC day', () => {
  const entries = [entry(19, '2000', '1999.5'), entry(18, '10000.25', '2000'), entry(17, '0', '10000.25')]
  expect(largestDrop(entries, 'name:Credits', AS_OF)).toEqual({ by: '8000.25', day: '2026-11-18' })
})

it('leaves out other pools, entries dated in the future, and those without both balances', () => {
  const entries = [
    entry(25, '50', '0'),
    entry(19, '900', '100', 'GPU minutes'),
    entry(18, null, '60'),
    entry(17, '70', null),
    entry(16, '71', '70'),
  ]
  expect(largestDrop(entries, 'name:Credits', AS_OF)).toEqual({ by: '1', day: '2026-11-16' })
})

it('returns null when no entry lowered the balance', () => {
  expect(largestDrop([entry(16, '0', '70')], 'name:Credits', AS_OF)).toBeNull()
})
