import { describe, expect, it } from 'vitest'
import { barePlan, bareSubscription } from '@/testing/console/bare-views'
import { chargingNote, contradictions, netTermsFact, trialUsageFact } from './subscription-rules'

const note = (paymentGateway?: string) => chargingNote(bareSubscription({ autoChargeInvoice: true, paymentGateway }))

describe('chargingNote (2.1, autoChargeInvoice)', () => {
  it('explains a gateway other than the card processor', () => {
    expect(note('stripe')).toBeUndefined()
    expect(note('xero')).toBe(
      'Not compatible with Xero: automatic charging works only with the card processor, Stripe.',
    )
    expect(note()).toContain('no gateway was sent')
    expect(note('adyen')).toContain('does not know the gateway “adyen”')
    expect(chargingNote(bareSubscription({ autoChargeInvoice: false, paymentGateway: 'xero' }))).toBeUndefined()
  })
})

describe('netTermsFact (2.1, netTerms)', () => {
  it('does not apply when invoices are charged automatically', () => {
    expect(netTermsFact(bareSubscription({ autoChargeInvoice: true, netTerms: 'net30' }))).toEqual({
      applies: false,
      note: 'Invoices are charged automatically. Sent: Net 30: due 30 days after issue.',
    })
    expect(netTermsFact(bareSubscription({ autoChargeInvoice: false, netTerms: 'net30' }))).toEqual({ applies: true })
    expect(netTermsFact(bareSubscription({ netTerms: 'net30' })).applies).toBe(true)
    expect(netTermsFact(bareSubscription({ autoChargeInvoice: { unreadable: 'no' } })).note).toContain(
      'whether they are could not be read',
    )
  })
})

describe('trialUsageFact (2.1, chargeForUsageBasedPricesDuringTrial)', () => {
  it('applies only during a trial', () => {
    const charged = { chargeForUsageBasedPricesDuringTrial: true }
    expect(trialUsageFact(bareSubscription({ isTrial: true, ...charged }))).toEqual({ applies: true })
    expect(trialUsageFact(bareSubscription({ isTrial: false, ...charged }))).toEqual({
      applies: false,
      note: 'It applies only during a trial. Sent: charged.',
    })
    expect(trialUsageFact(bareSubscription(charged)).applies).toBe(true)
    expect(trialUsageFact(bareSubscription({ isTrial: { unreadable: 'maybe' }, ...charged }))).toEqual({
      applies: true,
      note: 'It applies only during a trial; whether this is one could not be read.',
    })
  })
})

const ofCurrencies = (currency: string | undefined, planCurrency: string | undefined) =>
  contradictions(bareSubscription({ currency, plan: barePlan({ currency: planCurrency }) }))

describe('contradictions', () => {
  it('names both currencies of a subscription and its plan', () => {
    expect(ofCurrencies('USD', 'EUR')).toEqual([
      'Currencies disagree: subscription USD, plan EUR. Amounts are shown in the subscription’s.',
    ])
    expect([ofCurrencies('USD', 'usd'), ofCurrencies('USD', undefined), ofCurrencies(undefined, 'EUR')]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('names the UTC day of a start, and the last day of an earlier end', () => {
    const sent = { startDate: '2027-03-01T00:00:00.000Z', endDate: '2027-02-01T00:00:00.000Z' }
    expect(contradictions(bareSubscription(sent))).toEqual([
      'Dates disagree: it starts 1 Mar 2027 and its last day is 31 Jan 2027, before its start.',
    ])
    for (const endDate of [sent.startDate, '2027-03-01'])
      expect(contradictions(bareSubscription({ ...sent, endDate }))).toEqual([])
  })
})
