import { describe, expect, it } from 'vitest'
import type { PriceView, RulesView } from '@/contract/console/price'
import type { BasePlanPriceView } from '@/contract/console/subscription'
import { whatTheyPay } from '@/lib/domain/what-they-pay'
import { barePlan, barePrice } from '@/lib/testing/bare-views'
import { payLabel } from './pay-label'

const fixed = (price: string): RulesView => ({ kind: 'fixed', price, quantity: '1', cadence: 'monthly' })
const perUnit = (price: string): RulesView => ({ kind: 'unit', price, quantity: null, minimum: null, maximum: null })
const price = (sent: Partial<PriceView>) => barePrice({ billingCadence: 'monthly', status: 'active', ...sent })
const metered = price({ entityType: 'metric', rules: perUnit('0.04') })
const base: BasePlanPriceView = {
  cadence: 'monthly',
  id: 'm',
  status: 'active',
  price: price({ id: 'm', rules: fixed('499') }),
}

/** As a person reads it: `$499.00 monthly + $15.00 per unit`. */
function pays(prices: PriceView[], { basePlanPrices = [base], billingCadence = 'monthly' } = {}): string {
  const pay = whatTheyPay({ plan: barePlan({ prices, basePlanPrices }), billingCadence })
  const { main, besides } = payLabel(pay, 'USD')
  return [main ?? 'no base price', ...besides].join(' + ')
}

describe('what they pay', () => {
  it('is the base price of their cadence, then each charge besides, then how many go by usage', () => {
    expect(pays([price({ rules: perUnit('15') }), metered, metered])).toBe(
      '$499.00 monthly + $15.00 per unit + 2 metered prices',
    )
  })

  it('counts charges besides where there are many', () => {
    const seats = price({ rules: perUnit('15') })
    expect(pays([seats, seats, seats])).toBe('$499.00 monthly + 3 other prices')
  })

  it('leaves out what charges nothing, what is archived and what has another cadence', () => {
    const others = [
      price({ rules: { kind: 'none' } }),
      price({ rules: perUnit('10'), status: 'archived' }),
      price({ rules: perUnit('120'), billingCadence: 'annually' }),
    ]
    expect(pays(others)).toBe('$499.00 monthly')
  })

  it('does not judge what it does not know: rules, statuses and cadences', () => {
    const unknown = [
      price({ rules: { kind: 'other', json: '{}' } }),
      price({ rules: perUnit('1'), status: 'paused' }),
      price({ rules: perUnit('1'), billingCadence: 'weekly' }),
      price({ rules: perUnit('1'), billingCadence: null }),
    ]
    expect(pays(unknown)).toBe('$499.00 monthly + 4 prices this console cannot judge')
  })

  it('says where no base price of the cadence was sent, or not what it charges', () => {
    expect(pays([], { billingCadence: 'annually' })).toBe('no base price')
    expect(pays([], { basePlanPrices: [{ ...base, price: null }] })).toBe('Base price not sent')
    const odd = { ...base, price: price({ id: 'm', rules: perUnit('3') }) }
    expect(pays([], { basePlanPrices: [odd] })).toBe('$3.00 per unit, monthly')
  })

  it('is no money in a custom pricing unit', () => {
    expect(pays([price({ rules: perUnit('2'), inCustomUnit: true })])).toBe('$499.00 monthly + 2.00 per unit')
  })
})
