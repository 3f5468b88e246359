import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertiesOf } from '@/testing/service/properties-of'
import { toDecimal, toDigits } from '@/testing/service/decimal-digits'
import { runningBalances, type Movement } from './ledger-balance'

const holds = propertiesOf('Ledger balances')

describe('runningBalances', () => {
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
