import { Invoice, InvoiceLineItem, InvoiceStatus } from '@/contract/billing/invoice'
import { Plan } from '@/contract/billing/plan'
import { Price, PriceTerms } from '@/contract/billing/price'
import { BillingCadence, NetTerms, PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import { ExpandedSubscription, SubscriptionStatus } from '@/contract/billing/subscription'
import { Transaction } from '@/contract/billing/transaction'
import { parseExactJson } from '@/contract/exact-json'
import { Big } from 'big.js'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../scripts/test/volume.mjs'
import { MONTHS } from '../../domain/billing-period'
import { ImportCustomer, ImportLine, writeImportLine } from '../import-line'
import { readImportLine } from '../read-import-line'
import { demoExample, demoHighlights, demoLines } from './demo-lines'

const options = {
  merchantId: 'demo',
  customers: 60,
  transactions: 3_000,
  seed: 'demo',
  asOf: '2026-03-17T00:00:00.000Z',
}

const texts = [...demoLines(options)].map(writeImportLine)
const customers: ImportCustomer[] = []
const subscriptions: ExpandedSubscription[] = []
const invoices: Invoice[] = []
const transactions: Transaction[] = []
for (const text of texts) {
  const line = ImportLine.parse(parseExactJson(text))
  if (line.kind === 'customer') customers.push(line.data)
  if (line.kind === 'subscription') subscriptions.push(line.data)
  if (line.kind === 'invoice') invoices.push(line.data)
  if (line.kind === 'transaction') transactions.push(line.data)
}
function seen(field: 'status' | 'billingCadence' | 'netTerms' | 'paymentGateway') {
  return new Set(subscriptions.map((subscription) => subscription[field]))
}

const invoicesById = new Map(invoices.map((invoice) => [invoice.id, invoice]))

test('demoLines returns the same lines for the same arguments, and others for another seed', () => {
  const few = {
    ...options,
    customers: volume({ test: 12, prove: 60 }),
    transactions: volume({ test: 100, prove: 3_000 }),
  }
  const first = [...demoLines(few)].map(writeImportLine)
  expect([...demoLines(few)].map(writeImportLine)).toEqual(first)
  expect([...demoLines({ ...few, seed: 'other' })].map(writeImportLine)).not.toEqual(first)
})

test('every demo line is importable and has only fields of the contract', () => {
  for (const [index, text] of texts.entries()) expect(() => readImportLine(text, index + 1, 'demo')).not.toThrow()
  const known = [ImportCustomer, ExpandedSubscription, Plan, Price, Invoice, InvoiceLineItem, Transaction]
  const names = new Set(known.flatMap(({ shape }) => Object.keys(shape)))
  const plans = subscriptions.flatMap(({ plan }) => plan ?? [])
  const prices = plans.flatMap((plan) => (plan.prices ?? []).flatMap(({ price }) => price ?? []))
  const items = invoices.flatMap(({ invoiceLineItems }) => invoiceLineItems ?? [])
  for (const object of [customers, subscriptions, plans, prices, invoices, items, transactions].flat())
    expect(Object.keys(object).filter((name) => !names.has(name))).toEqual([])
})

test('the demo data has the requested number of customers and transactions, with unique ids and external ids', () => {
  expect([customers.length, transactions.length]).toEqual([60, 3_000])
  expect(new Set(customers.map(({ externalId }) => externalId)).size).toBe(60)
  for (const ids of [customers, subscriptions, invoices, transactions].map((list) => list.map(({ id }) => id))) {
    expect(new Set(ids).size).toBe(ids.length)
  }
})

describe('the demo data has examples of', () => {
  test('subscriptions in every status, cadence, net terms, gateway and situation', () => {
    expect(seen('status')).toEqual(new Set(SubscriptionStatus.options))
    expect(seen('billingCadence')).toEqual(new Set(BillingCadence.options))
    expect(seen('netTerms')).toEqual(new Set([...NetTerms.options, null]))
    expect(seen('paymentGateway')).toEqual(new Set([...PAYMENT_GATEWAYS, null]))
    const { asOf } = options
    const situations: Record<string, (subscription: ExpandedSubscription) => boolean> = {
      upcoming: ({ status, startDate }) => status === 'pendingActivation' && startDate > asOf,
      'upcoming draft': ({ status, startDate }) => status === 'draft' && startDate > asOf,
      trial: ({ isTrial }) => isTrial === true,
      'trial with charges': ({ isTrial, chargeForUsageBasedPricesDuringTrial }) =>
        isTrial === true && chargeForUsageBasedPricesDuringTrial === true,
      ending: ({ status, endDate }) => status === 'active' && typeof endDate === 'string' && endDate > asOf,
      open: ({ status, endDate }) => status === 'active' && endDate === null,
    }
    const missing = Object.entries(situations).filter(([, fits]) => !subscriptions.some(fits))
    expect(missing).toEqual([])
  })

  test('invoices in all 18 statuses', () => {
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(InvoiceStatus.options))
  })

  test('prices of every type, archived ones, custom pricing units, a token at 0.0000025', () => {
    const prices = subscriptions.flatMap(({ plan }) => (plan?.prices ?? []).flatMap(({ price }) => price ?? []))
    expect(new Set(prices.map(({ priceType }) => priceType))).toEqual(new Set(['unit', 'tier', 'fixed', 'none']))
    expect(prices.some(({ status }) => status === 'archived')).toBe(true)
    expect(prices.some(({ usesCustomPricingUnit }) => usesCustomPricingUnit)).toBe(true)
    const unitPrices = prices
      .map((price) => PriceTerms.safeParse(price).data)
      .flatMap((terms) => (terms?.priceType === 'unit' ? terms.rules.price : []))
    expect(unitPrices).toContain('0.0000025')
  })

  test('ledger entries of every known type, and some without an invoice', () => {
    expect(new Set(transactions.map(({ type }) => type))).toEqual(
      new Set(['planAllocation', 'usage', 'expiration', 'manualAddition', 'manualDeduction', 'autoReload']),
    )
    expect(transactions.some(({ allocationBlock }) => allocationBlock?.invoice === null)).toBe(true)
  })
})

describe('the demo data is consistent', () => {
  test('the amount of a line item equals its quantity times its unit price', () => {
    const items = invoices.flatMap(({ invoiceLineItems }) => invoiceLineItems ?? [])
    for (const { amount, details } of items)
      expect(
        Big(details?.quantity ?? '')
          .times(details?.unitPrice ?? '')
          .eq(amount),
      ).toBe(true)
    expect(items.some(({ amount }) => Big(amount).lt(0))).toBe(true)
    expect(items.some(({ price }) => price?.billable?.hidden || !price?.billable?.showOnInvoice)).toBe(true)
  })

  test('every line covers one interval of its price, or the whole invoice for a one-time price', () => {
    const cadences = new Map(
      subscriptions.flatMap(({ plan }) => [
        ...(plan?.prices ?? []).map(({ price }) => [price?.id ?? '', price?.billingCadence] as const),
        ...[plan?.basePlanPrice, plan?.basePlanPriceQuarterly, plan?.basePlanPriceAnnually].map(
          (price) => [price?.id ?? '', price?.billingCadence] as const,
        ),
      ]),
    )
    const wrong = invoices
      .flatMap(({ invoiceLineItems }) => invoiceLineItems ?? [])
      .filter(({ priceId, startDate, endDate }) => {
        const months = MONTHS[BillingCadence.parse(cadences.get(priceId ?? ''))]
        if (months === null) return false
        const days = (Date.parse(endDate ?? '') - Date.parse(startDate ?? '')) / 86_400_000
        return days < 28 * months || days > 31 * months
      })
    expect(wrong).toEqual([])
  })

  test('no price is charged twice for one interval of a subscription', () => {
    const charged = invoices.map((invoice) => ({
      subscriptionId: invoice.subscriptionId,
      // A tiered price, or one with a credit, has several lines for one interval on one invoice.
      intervals: new Set(invoice.invoiceLineItems?.map(({ priceId, startDate }) => `${priceId} ${startDate}`)),
    }))
    const all = charged.flatMap(({ subscriptionId, intervals }) =>
      [...intervals].map((at) => `${subscriptionId} ${at}`),
    )
    expect(all.filter((at, index) => all.indexOf(at) !== index)).toEqual([])
  })

  test('only the card processor charges automatically', () => {
    const charged = subscriptions.filter(({ autoChargeInvoice }) => autoChargeInvoice)
    expect(new Set(charged.map(({ paymentGateway }) => paymentGateway))).toEqual(new Set(['stripe']))
  })

  test('each pool of a customer has continuous balances that never fall below zero', () => {
    const balances = new Map<string, string>()
    for (const entry of transactions) {
      const pool = `${entry.customerId} ${entry.allocationBlock?.customPricingUnitId}`
      const before = balances.get(pool) ?? '0'
      const after = Big(before).plus(entry.amount)
      expect([entry.previousBalance, entry.newBalance]).toEqual([before, after.toFixed()])
      expect(after.gte(0)).toBe(true)
      balances.set(pool, after.toFixed())
    }
  })

  test('the entries of a ledger are sorted by time, then id', () => {
    const places = transactions.map(({ customerId, createdAt, id }) => [customerId, `${createdAt} ${id}`] as const)
    for (const customerId of new Set(places.map(([id]) => id))) {
      const ledger = places.filter(([id]) => id === customerId).map(([, place]) => place)
      expect(ledger).toEqual(ledger.toSorted())
    }
  })

  test('a block refers to an invoice of the same customer, which refers to its subscription', () => {
    const blocks = transactions.flatMap(({ allocationBlock, customerId }) =>
      allocationBlock?.invoice ? [{ ...allocationBlock.invoice, customerId }] : [],
    )
    const subscriptionIds = new Set(subscriptions.map(({ id }) => id))
    for (const { id, vanityId, customerId } of blocks) {
      const invoice = invoicesById.get(id ?? '')
      expect(invoice).toMatchObject({ customerId, vanityId })
      expect(subscriptionIds).toContain(invoice?.subscriptionId)
    }
    expect(blocks.length).toBeGreaterThan(0)
  })
})

test('the first suggested id has the longest ledger and an active monthly subscription that started on a 31st', () => {
  const highlights = demoHighlights(options)
  const longest = customers.find(({ externalId }) => externalId === highlights[0]?.id)
  const lengths = new Map<string, number>()
  for (const { customerId } of transactions) lengths.set(customerId, (lengths.get(customerId) ?? 0) + 1)
  expect(lengths.get(longest?.id ?? '')).toBe(Math.max(...lengths.values()))
  expect(subscriptions.find(({ customerId }) => customerId === longest?.id)).toMatchObject({
    status: 'active',
    billingCadence: 'monthly',
    endDate: null,
    startDate: '2025-01-31T09:30:00.000Z',
  })
})

// What an account has moves with the date: of its invoices, only the newest are in the data.
test.each(['2026-01-01', '2026-02-28', '2026-11-30', '2026-12-01', '2026-12-31', '2027-06-15'])(
  'every ID that is suggested or in an example is in the data of %s',
  (day) => {
    const asOf = `${day}T12:00:00.000Z`
    const few = { ...options, customers: 12, transactions: 100, asOf }
    const known = new Set<string>()
    for (const { kind, data } of demoLines(few)) known.add(kind === 'customer' ? data.externalId : data.id)
    const { customer, subscription, invoice } = demoExample('demo', asOf)
    const named = [customer.externalId, subscription.id, invoice.id, ...demoHighlights(few).map(({ id }) => id)]
    expect(named.filter((id) => !known.has(id))).toEqual([])
  },
)
