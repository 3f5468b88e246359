import { describe, expect, it } from 'vitest'
import { invoiceRow, subscriptionRow } from './seen-rows'
import { invoiceView, subscriptionView } from '@/testing/console/whole-views'

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
    expect(rowIn('EUR', 'USD')).toMatchObject({ row: { currency: 'EUR', pays: '€12.50 a month', basePrice: '12.50' } })
  })

  it('has no currency when the subscription states none', () => {
    expect(rowIn(undefined, 'USD')).toMatchObject({ row: { currency: null, pays: '12.50 a month' } })
    expect(rowIn({ code: 'EUR' }, 'USD')).toMatchObject({
      row: { currency: 'Unreadable: {"code":"EUR"}', pays: '12.50 a month' },
    })
  })
})

const invoiceOf = (sent: object) =>
  invoiceRow(seen, invoiceView({ id: 'inv_1', ...sent }, { amountUnit: 'major', asOf: seen.seenAt }))

describe('invoiceRow', () => {
  it('distinguishes values that were not sent from unreadable ones, as the page does', () => {
    expect(invoiceOf({})).toMatchObject({ status: null, row: { total: null } })
    expect(invoiceOf({ status: { code: 7 } })).toMatchObject({ status: 'Unreadable: {"code":7}' })
  })

  it('has "Partial: …" in place of a total that lacks lines', () => {
    const lines = [{ amount: '5' }, { amount: 'ten' }, { amount: '7' }]
    expect(invoiceOf({ invoiceLineItems: lines })).toMatchObject({ row: { total: 'Partial: 2 of 3 lines' } })
    expect(invoiceOf({ invoiceLineItems: [{ amount: 'ten' }] })).toMatchObject({ row: { total: null } })
    expect(invoiceOf({ invoiceLineItems: [{ amount: '5' }] })).toMatchObject({ row: { total: '5' } })
  })
})
