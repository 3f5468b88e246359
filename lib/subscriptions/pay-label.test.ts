import { describe, expect, it } from 'vitest'
import type { PriceView, RulesView } from '@/lib/billing-api/price'
import type { ReadList } from '@/lib/billing-api/view-of'
import type { BasePlanPriceView } from './subscription'
import { whatTheyPay } from './plan-prices'
import { barePlan, barePrice } from '@/testing/console/bare-views'
import { basePriceAmount, isSamePrice, payLine } from './pay-label'

const fixed = (price: string): RulesView => ({ kind: 'fixed', price, quantity: '1', cadence: 'monthly' })
const perUnit = (price: string): RulesView => ({
  kind: 'unit',
  price,
})
const tiered = (end: string): RulesView => ({
  kind: 'tier',
  tiers: [
    { start: '0', end, price: '0' },
    { start: '10', price: '5' },
  ],
})
const price = (sent: Partial<PriceView>) => barePrice({ billingCadence: 'monthly', status: 'active', ...sent })
const metered = price({ entityType: 'metric', rules: perUnit('0.04') })
const base: BasePlanPriceView = {
  cadence: 'monthly',
  id: 'm',
  status: 'active',
  price: price({ id: 'm', rules: fixed('499') }),
}

/** Returns the label as text: `$499.00 a month + $15.00 per unit`. */
function pays(prices: ReadList<PriceView>, { basePlanPrices = [base], billingCadence = 'monthly' } = {}): string {
  const pay = whatTheyPay({ plan: barePlan({ prices, basePlanPrices }), billingCadence, isInMinorUnits: false })
  return payLine(pay, 'USD')
}

const amountOf = (rules: RulesView, sent: Partial<PriceView> = {}, isInMinorUnits = false) => {
  const basePlanPrices = [{ ...base, price: price({ id: 'm', rules, ...sent }) }]
  const plan = barePlan({ prices: [], basePlanPrices })
  return basePriceAmount(whatTheyPay({ plan, billingCadence: 'monthly', isInMinorUnits }))
}

describe('basePriceAmount', () => {
  it('returns the amount of the cadence only when it is one amount in the currency of the subscription', () => {
    expect(amountOf(fixed('499'))).toBe('499')
    expect(amountOf(perUnit('3'))).toBeNull()
    expect(amountOf({ kind: 'fixed', price: '12', quantity: '5' })).toBeNull()
    expect(amountOf({ kind: 'fixed', price: '4990', quantity: '1', cadence: 'annually' })).toBeNull()
    expect(amountOf(fixed('499'), { inCustomUnit: true })).toBeNull()
    expect(amountOf(fixed('499'), {}, true)).toBeNull()
  })
})

describe('payLine', () => {
  it('returns the base price of the cadence, another charge, and that usage is charged', () => {
    expect(pays([price({ rules: perUnit('15') }), metered, metered])).toBe('$499.00 a month + $15.00 per unit + usage')
  })

  it('counts a charge of several parts, and tells one that it cannot interpret', () => {
    expect(pays([price({ rules: tiered('10') })])).toBe('$499.00 a month + 1 other price')
    expect(pays([price({ rules: tiered('10') })], { basePlanPrices: [] })).toBe(
      '0–10 free · above $5.00 per unit a month',
    )
    expect(pays([price({ rules: tiered('7') })])).toBe('$499.00 a month + 1 price this console can’t interpret')
  })

  it('counts other charges when there are several', () => {
    const seats = price({ rules: perUnit('15') })
    expect(pays([seats, seats])).toBe('$499.00 a month + 2 other prices')
  })

  it('leaves out free and archived prices, and base prices of other intervals', () => {
    const others = [price({ rules: { kind: 'none' } }), price({ rules: perUnit('10'), status: 'archived' })]
    const annual = { ...base, cadence: 'annually' as const, id: 'a', price: price({ id: 'a', rules: fixed('4990') }) }
    expect(pays(others, { basePlanPrices: [base, annual] })).toBe('$499.00 a month')
  })

  it('counts a price with another billing interval like any other, and names its interval', () => {
    const seats = price({ rules: perUnit('120'), billingCadence: 'annually' })
    const contact = price({
      rules: { kind: 'fixed', price: '1500', quantity: '1', cadence: 'annually' },
      billingCadence: 'annually',
    })
    const calls = price({ entityType: 'metric', rules: perUnit('0.04'), billingCadence: 'quarterly' })
    expect(pays([seats])).toBe('$499.00 a month + $120.00 per unit a year')
    expect(pays([contact])).toBe('$499.00 a month + $1,500.00 a year')
    expect(pays([seats, contact, seats, calls])).toBe('$499.00 a month + 3 other prices + usage')
  })

  it('counts a base price once, even when its copy in the list differs or it is archived', () => {
    const copy = price({ id: 'm', name: 'Platform', rules: fixed('499') })
    expect(pays([copy])).toBe('$499.00 a month')
    expect(pays([], { basePlanPrices: [{ ...base, status: 'archived' }] })).toBe('$499.00 a month')
  })

  it('counts prices with unknown rules, statuses and cadences separately', () => {
    const unknown = [
      price({ rules: { kind: 'other', json: '{}' } }),
      price({ rules: perUnit('1'), status: 'paused' }),
      price({ rules: perUnit('1'), billingCadence: 'weekly' }),
      price({ rules: perUnit('1'), billingCadence: undefined }),
    ]
    expect(pays(unknown)).toBe('$499.00 a month + 4 prices this console can’t interpret')
  })

  it('says when the base price is unknown, and when the list is unreadable', () => {
    expect(pays([], { billingCadence: 'annually' })).toBe('Base price not known')
    expect(pays([], { basePlanPrices: [{ ...base, price: undefined }] })).toBe('Base price not known')
    expect(pays({ unreadable: 'x' })).toBe('$499.00 a month + prices that could not be read')
    const odd = { ...base, price: price({ id: 'm', rules: perUnit('3') }) }
    expect(pays([], { basePlanPrices: [odd] })).toBe('$3.00 per unit a month')
  })

  it('returns only the other charges for a plan without base prices', () => {
    const none = { basePlanPrices: [] }
    expect(pays([price({ rules: perUnit('2500') }), metered], none)).toBe('$2,500.00 per unit a month + usage')
    expect(pays([metered], none)).toBe('usage')
    expect(pays([], none)).toBe('Base price not known')
  })

  it('ends the first price with the subscription’s interval, and says only the quantity of rules that have one', () => {
    const none = { basePlanPrices: [] }
    const flat = price({ rules: { kind: 'fixed', price: '12000' }, billingCadence: 'annually' })
    expect(pays([flat], { ...none, billingCadence: 'annually' })).toBe('$12,000.00 a year')
    const unknown = { ...base, price: price({ id: 'm', rules: { kind: 'unit' } }) }
    expect(pays([], { basePlanPrices: [unknown] })).toBe('Price not sent')
    const five = { ...base, price: price({ id: 'm', rules: { kind: 'fixed', price: '12', quantity: '5' } }) }
    expect(pays([], { basePlanPrices: [five] })).toBe('$12.00, quantity 5, a month')
  })

  it('shows no currency for a custom pricing unit', () => {
    const credits = price({ rules: perUnit('2'), inCustomUnit: true })
    expect(pays([credits])).toBe('$499.00 a month + 2.00 per unit, in a custom pricing unit')
  })

  it('keeps the minimum, and a different cadence of the rules', () => {
    const seats = price({
      rules: { kind: 'unit', price: '15', minimum: '1000' },
    })
    expect(pays([seats], { basePlanPrices: [] })).toBe('$15.00 per unit · at least $1,000.00 a month')
    const yearly = price({ id: 'm', rules: { kind: 'fixed', price: '4990', quantity: '1', cadence: 'annually' } })
    expect(pays([], { basePlanPrices: [{ ...base, price: yearly }] })).toBe('$4,990.00 a year')
  })
})

describe('isSamePrice', () => {
  it('recognises a price that version 0.3.0 stored in other words', () => {
    for (const [before, now] of [
      ['$499.00 monthly', '$499.00 a month'],
      ['$50.00 fixed for 1 pack, one-time', '$50.00 once'],
      ['$12.00 fixed for 5 seats, annually', '$12.00, quantity 5, a year'],
      ['$12,000.00 fixed', '$12,000.00 a year'],
      ['$3.00 per unit, monthly', '$3.00 per unit a month'],
    ] as const)
      expect(isSamePrice(before, now)).toBe(true)
    expect(isSamePrice('$499.00 monthly', '$599.00 a month')).toBe(false)
    expect(isSamePrice('$499.00 a month', '$499.00 a year')).toBe(false)
  })
})
