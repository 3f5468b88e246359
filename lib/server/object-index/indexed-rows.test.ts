import { describe, expect, it } from 'vitest'
import { subscriptionView } from '../billing-api/tolerant/subscription-view'
import { subscriptionRow } from './indexed-rows'

const seen = { source: 'fake', seenAt: '2026-12-01T00:00:00.000Z' }
const base = {
  priceType: 'fixed',
  billingCadence: 'monthly',
  rules: { price: '12.50', quantity: '1', cadence: 'monthly' },
}

/** The index row of a subscription with a base price of 12.50, for the currencies of the subscription and its plan. */
const rowIn = (currency: unknown, planCurrency: unknown) => {
  const plan = { id: 'plan_1', currency: planCurrency, basePlanPrice: base }
  const sent = { id: 'sub_1', billingCadence: 'monthly', currency, plan }
  return subscriptionRow(seen, subscriptionView(sent, { amountUnit: 'major', asOf: seen.seenAt }))
}

describe('subscriptionRow', () => {
  it('has the currency of the subscription, not of its plan', () => {
    expect(rowIn('EUR', 'USD')).toMatchObject({ currency: 'EUR', pays: '€12.50 monthly' })
  })

  it('has no currency when the subscription states none', () => {
    expect(rowIn(undefined, 'USD')).toMatchObject({ currency: null, pays: '12.50 monthly' })
    expect(rowIn({ code: 'EUR' }, 'USD')).toMatchObject({ currency: null, pays: '12.50 monthly' })
  })
})
