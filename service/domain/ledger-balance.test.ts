import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertiesOf } from '@/testing/service/properties-of'
import { toDecimal, toDigits } from '@/testing/service/decimal-digits'
import { runningBalances, type Movement } from './ledger-balance'

const holds = propertiesOf('Ledger balances')

describe('runningBalances', () => {
  test('keeps exact, separate balances for each pool', () => {
    const balancesAfter = runningBalances()
    const credits = (amount: string) => balancesAfter({ customerId: 'c', customPricingUnitId: 'credits', amount })
    expect(credits('1000')).toEqual({ previousBalance: '0', newBalance: '1000' })
    expect(credits('-0.0000025')).toEqual({ previousBalance: '1000', newBalance: '999.9999975' })
    for (const other of [
      { customerId: 'c', customPricingUnitId: null },
      { customerId: 'c', customPricingUnitId: 'minutes' },
      { customerId: 'd', customPricingUnitId: 'credits' },
    ])
      expect(balancesAfter({ ...other, amount: '-1.50' })).toEqual({ previousBalance: '0', newBalance: '-1.5' })
    expect(credits('-999.9999975')).toEqual({ previousBalance: '999.9999975', newBalance: '0' })
  })

  test('starts each movement at the previous balance of its pool, and ends at the sum, for any movements', () => {
    const movement = fc.record<Movement>({
      customerId: fc.constantFrom('a', 'b', 'a","b'),
      customPricingUnitId: fc.constantFrom(null, 'null', 'credits'),
      amount: fc.bigInt({ min: -(10n ** 31n), max: 10n ** 31n }).map(toDecimal),
    })
    return holds(
      fc.property(fc.array(movement, { maxLength: 60 }), (movements) => {
        const balancesAfter = runningBalances()
        const sums = new Map<string, bigint>()
        for (const given of movements) {
          const { previousBalance, newBalance } = balancesAfter(given)
          const pool = `${given.customerId} / ${typeof given.customPricingUnitId} ${given.customPricingUnitId}`
          const before = sums.get(pool) ?? 0n
          const after = before + toDigits(given.amount)
          expect([toDigits(previousBalance), toDigits(newBalance)]).toEqual([before, after])
          sums.set(pool, after)
        }
      }),
      { numRuns: 500 },
    )
  })
})
