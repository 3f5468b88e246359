import { describe, expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { amountShares } from './amount-shares'

const unit = (id: string) => ({ allocationBlock: { customPricingUnitId: id } })
const sharesOf = (sent: Record<string, unknown>[]) => {
  const rows = sent.map((each) => bareTransaction(each))
  const shares = amountShares(rows)
  return rows.map((row) => shares.get(row))
}
const whole = (share: number) => ({ share })
const clipped = { share: 1, isClipped: true }

describe('amountShares', () => {
  it('returns each amount relative to the largest of its unit on the page, ignoring the sign', () => {
    const shares = sharesOf([
      { amount: -5, ...unit('a') },
      { amount: 10, ...unit('a') },
      { amount: 5_000_000, ...unit('b') },
      { amount: 0, ...unit('a') },
      { amount: 0, ...unit('c') },
      { amount: 'some', ...unit('a') },
    ])
    expect(shares).toEqual([whole(0.5), whole(1), whole(1), whole(0), undefined, undefined])
  })

  it('clips a single large amount instead of flattening the others', () => {
    expect(sharesOf([{ amount: 10 }, { amount: -10 }, { amount: 15 }, { amount: 1_000_000 }])).toEqual([
      whole(0.2222),
      whole(0.2222),
      whole(0.3333),
      clipped,
    ])
    expect(sharesOf([{ amount: 1 }, { amount: 1_000 }])).toEqual([whole(0.3333), clipped])
  })

  it('clips nothing when at least a quarter of the amounts are large', () => {
    const amounts = [1, 1, 1_000, 1_000].map((amount) => ({ amount }))
    expect(sharesOf(amounts)).toEqual([whole(0.001), whole(0.001), whole(1), whole(1)])
  })
})
