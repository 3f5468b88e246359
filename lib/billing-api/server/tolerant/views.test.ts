import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { DRIFT_SHOWN } from '../../view-of'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { parseExactJson } from '@/contract/exact-json'
import { volume } from '@/scripts/test/volume.mjs'
import { readableList } from '../../unreadable'
import { measurePieces } from '@/testing/measure-pieces'
import { DriftTally } from './drift'
import { invoiceViewInPieces } from './invoice-view'
import { invoiceView, subscriptionView, transactionPageView } from '@/testing/console/whole-views'

const context = { amountUnit: 'major', asOf: '2026-03-01T00:00:00.000Z' } as const
const requested = { externalId: 'acme', page: 2, pageSize: 20 }

const subscription = (value: unknown) => subscriptionView(parseExactJson(JSON.stringify(value)), context)
const invoice = (value: unknown, amountUnit: 'major' | 'minor' = 'major') =>
  invoiceView(parseExactJson(JSON.stringify(value)), { ...context, amountUnit, currency: 'USD' })
const page = (value: unknown, amountUnit: 'major' | 'minor' = 'major') =>
  transactionPageView(parseExactJson(JSON.stringify(value)), requested, { ...context, amountUnit })

const linesOf = (view: InvoiceView) => readableList(view.invoiceLineItems)
const pricesOf = (view: SubscriptionView) => readableList(view.plan?.prices ?? [])
const kinds = (view: { drift: SubscriptionView['drift'] }) =>
  Object.fromEntries(view.drift.items.map(({ path, kind }) => [path, kind]))

/** Counts each drift, as the work of reading a response. */
class CountingTally extends DriftTally {
  added = 0

  override add(...drift: Parameters<DriftTally['add']>): void {
    this.added += 1
    super.add(...drift)
  }
}

const many = <T>(count: number, part: T) => Array.from({ length: count }, () => part)

describe('FieldReader', () => {
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 0]))
  test.each([
    ['items', { invoiceLineItems: many(50, wide) }],
    ['items without fields', { invoiceLineItems: many(3_000, {}) }],
    ['a response', Object.fromEntries(Object.entries(many(9_000, 0)))],
    ['one item', { invoiceLineItems: [Object.fromEntries(Object.entries(many(9_000, 0)))] }],
    ['unknown objects', { invoiceLineItems: [], ...Object.fromEntries(many(10, wide).map((o, at) => [`o${at}`, o])) }],
  ])('yields regularly in long %s', (_, sent) => {
    const json = parseExactJson(JSON.stringify({ id: 'i', ...sent }))
    const tally = new CountingTally()
    const { count, longest } = measurePieces(invoiceViewInPieces(json, { ...context, tally }), () => tally.added)
    expect(longest).toBeLessThanOrEqual(3_500)
    expect(count).toBeGreaterThan(4)
  })

  test('reports null as drift only when the document promises a value', () => {
    const view = subscription({ id: 's1', status: null, netTerms: null, paymentGateway: null, plan: null })
    expect(kinds(view)).toMatchObject({ status: 'missing' })
    expect(kinds(view)).not.toHaveProperty('netTerms')
    expect(kinds(view)).not.toHaveProperty('paymentGateway')
    // Nor is the open end of a subscription that was left out.
    expect(kinds(view)).not.toHaveProperty('endDate')
  })

  test('shortens drift, and counts it beyond the limit', () => {
    const prices = Array.from({ length: 1_000 }, () => ({ price: { id: 'p', status: 'x'.repeat(1_000) } }))
    const { drift } = subscription({ id: 's1', plan: { prices } })
    expect(drift.items).toHaveLength(DRIFT_SHOWN)
    expect(drift.total).toBeGreaterThan(1_000)
    expect(drift.items.every(({ received }) => (received ?? '').length <= 200)).toBe(true)
  })
})

describe('amounts in a custom pricing unit', () => {
  const rules = { price: 250 }

  test.each([
    ['an id, whatever the flag says', { customPricingUnitId: 'u', usesCustomPricingUnit: false }, '250', true],
    ['the flag alone', { customPricingUnitId: null, usesCustomPricingUnit: true }, '250', true],
    ['a unit', { customPricingUnit: { displayName: 'Credits' } }, '250', true],
    ['neither', { customPricingUnitId: null, usesCustomPricingUnit: false }, '2.50', false],
  ])('are not divided as money: %s', (_, fields, price, inCustomUnit) => {
    const prices = [{ price: { priceType: 'unit', rules, ...fields } }]
    const sent = { id: 's1', currency: 'USD', plan: { prices } }
    const view = subscriptionView(parseExactJson(JSON.stringify(sent)), { ...context, amountUnit: 'minor' })
    expect(pricesOf(view)[0]).toMatchObject({ rules: { price }, inCustomUnit })
    const line = { amount: 250, price: { rules, ...fields } }
    const [read] = linesOf(invoice({ id: 'i1', invoiceLineItems: [line] }, 'minor'))
    expect(read).toMatchObject({ amount: '2.50', price: { rules: { price }, inCustomUnit } })
  })
})

describe('subscriptionView in minor units', () => {
  const amountUnit = 'minor'
  const plan = { currency: 'USD', prices: [{ priceType: 'unit', rules: { price: 5000 } }] }
  test.each([
    ['JPY', '5000', false],
    ['EUR', '50.00', false],
    ['credits', '5000', true],
    [null, '5000', true],
  ])('has the prices of the plan in the currency %s of the subscription: %s', (currency, price, isInMinorUnits) => {
    const view = subscriptionView(parseExactJson(JSON.stringify({ id: 's1', currency, plan })), {
      ...context,
      amountUnit,
    })
    expect(pricesOf(view)[0]).toMatchObject({ rules: { price } })
    expect(view.isInMinorUnits).toBe(isInMinorUnits)
  })
})

describe('planView', () => {
  test('reads its prices bare or in { price }', () => {
    const prices = [{ price: { id: 'a' } }, { id: 'b' }, { price: null }, 'c']
    const view = subscription({ id: 's1', plan: { prices } })
    expect(pricesOf(view).map(({ id }) => id)).toEqual(['a', 'b', undefined, { unreadable: 'c' }])
    expect(kinds(view)).toMatchObject({ 'plan.prices[3]': 'unreadable' })
  })

  test('lists only the base prices that were sent', () => {
    const plan = { basePlanPriceId: 'm', basePlanPriceAnnuallyStatus: 'archived', basePlanPriceAnnually: null }
    expect(subscription({ id: 's1', plan }).plan?.basePlanPrices).toEqual([
      { cadence: 'monthly', id: 'm' },
      { cadence: 'annually', status: 'archived' },
    ])
  })
})

describe('transactionPageView', () => {
  test('finds plan and cadence in the block or in its invoice', () => {
    const subscriptionOf = { billingCadence: 'monthly', plan: { name: 'Scale' } }
    const view = page({
      results: [
        { id: 't1', allocationBlock: { id: 'b', subscription: subscriptionOf } },
        { id: 't2', allocationBlock: { id: 'b', invoice: { id: 'i', vanityId: 7, subscription: subscriptionOf } } },
      ],
    })
    expect(view.results.map((row) => row.allocationBlock?.planName)).toEqual(['Scale', 'Scale'])
    expect(view.results[1]?.allocationBlock).toMatchObject({ invoiceId: 'i', invoiceVanityId: '7' })
    expect(kinds(view)).not.toHaveProperty(['results[1].allocationBlock.subscription'])
  })

  test('returns null for counts that the API does not send', () => {
    expect(page({ results: [] })).toMatchObject({ count: null, pages: null, currentPage: 2, pageSize: 20 })
    expect(page({ results: [], count: '12', pages: 0, currentPage: 3 })).toMatchObject({
      count: 12,
      pages: 0,
      currentPage: 3,
    })
  })

  test('keeps amounts in minor units as sent, because no currency is sent with them', () => {
    const rows = [
      { id: 't1', amount: 150, newBalance: 50, allocationBlock: { amount: 1000, usesCustomPricingUnit: false } },
      { id: 't2', amount: 150, allocationBlock: { amount: 1000, customPricingUnit: { displayName: 'Credits' } } },
      { id: 't3', amount: 150, allocationBlock: { amount: 1000, customPricingUnitId: 'u', customPricingUnit: null } },
    ]
    const { results } = page({ results: rows }, 'minor')
    expect(results.map(({ amount, allocationBlock }) => [amount, allocationBlock?.amount])).toEqual([
      ['150', '1000'],
      ['150', '1000'],
      ['150', '1000'],
    ])
    expect(results[0]?.newBalance).toBe('50')
    expect(results.map(({ isUnitUncertain }) => isUnitUncertain)).toEqual([true, undefined, undefined])
  })

  test('marks an amount in minor units, when its unit is unknown', () => {
    const blocks = [null, undefined, 'b', { amount: 1000 }, { customPricingUnitId: null, customPricingUnit: null }]
    const rows = blocks.map((allocationBlock) => ({ amount: 150, newBalance: 50, allocationBlock }))
    const asSent = { amount: '150', newBalance: '50', isUnitUncertain: true }
    expect(page({ results: rows }, 'minor').results).toMatchObject(rows.map(() => asSent))
    expect(page({ results: rows }).results.some(({ isUnitUncertain }) => isUnitUncertain !== undefined)).toBe(false)
  })
})

describe('a body that is not the expected object', () => {
  test.each([null, [], 'text', 5, {}, { id: null }, { id: '' }, { data: { id: 's1' } }])('rejects %j', (body) => {
    expect(() => subscription(body)).toThrow('not with what its interface document promises')
    expect(() => invoice(body)).toThrow('not with what its interface document promises')
  })

  test.each([null, [], {}, { results: null }, { results: {} }])('rejects %j as a page', (body) => {
    expect(() => page(body)).toThrow('not with what its interface document promises')
  })
})

describe('any response', () => {
  const known = ['id', 'plan', 'prices', 'price', 'rules', 'tiers', 'billable', 'eventQueryRules', 'conditions']
  const lists = ['invoiceLineItems', 'details', 'subItems', 'results', 'allocationBlock', 'invoice', 'subscription']
  const odd = ['__proto__', 'constructor', 'toString', 'isLosslessNumber', 'amount', 'status', 'createdAt', 'priceType']
  const name = fc.oneof(fc.constantFrom(...known, ...lists, ...odd), fc.string({ maxLength: 5 }))
  const leaf = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), fc.constant('unit'))
  const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 8, noNullPrototype: true }),
    ),
  }))
  const object = fc.dictionary(name, anything, { maxKeys: 12, noNullPrototype: true })

  test('produces the views of a subscription, an invoice and a page without an exception', () => {
    fc.assert(
      fc.property(object, anything, (fields, part) => {
        const views = [
          subscription({ plan: part, ...fields, id: 'x' }),
          invoice({ invoiceLineItems: part, ...fields, id: 'x' }),
          page({ ...fields, results: Array.isArray(part) ? part : [part, fields] }),
        ]
        // Nothing but absent fields is lost or changed on the way to the browser: no `JsonNumber`.
        expect(JSON.parse(JSON.stringify(views))).toEqual(views)
      }),
      { numRuns: volume({ test: 100, prove: 4_000 }) },
    )
  })
})
