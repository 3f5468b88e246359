import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceView } from '@/contract/console/invoice'
import { DRIFT_SHOWN } from '@/contract/console/reading'
import type { SubscriptionView } from '@/contract/console/subscription'
import { parseExactJson } from '@/contract/exact-json'
import { volume } from '@/scripts/volume.mjs'
import { readableList } from '../../../format/unreadable'
import { invoiceView } from './invoice-view'
import { subscriptionView } from './subscription-view'
import { transactionPageView } from './transaction-page-view'

const context = { amountUnit: 'major', asOf: '2026-03-01T00:00:00.000Z' } as const
const asked = { externalId: 'acme', page: 2, pageSize: 20 }

const subscription = (value: unknown) => subscriptionView(parseExactJson(JSON.stringify(value)), context)
const invoice = (value: unknown, amountUnit: 'major' | 'minor' = 'major') =>
  invoiceView(parseExactJson(JSON.stringify(value)), { ...context, amountUnit })
const page = (value: unknown, amountUnit: 'major' | 'minor' = 'major') =>
  transactionPageView(parseExactJson(JSON.stringify(value)), asked, { ...context, amountUnit })

const linesOf = (view: InvoiceView) => readableList(view.invoiceLineItems)
const pricesOf = (view: SubscriptionView) => readableList(view.plan?.prices ?? [])
const kinds = (view: { drift: SubscriptionView['drift'] }) =>
  Object.fromEntries(view.drift.items.map(({ path, kind }) => [path, kind]))

describe('what was sent and what was noticed', () => {
  test('a missing field is null and drift; an open end date is neither', () => {
    const view = subscription({ id: 's1' })
    expect(view).toMatchObject({ id: 's1', status: null, endDate: null, plan: null })
    expect(kinds(view)).toMatchObject({ status: 'missing', plan: 'missing', netTerms: 'missing' })
    expect(kinds(view)).not.toHaveProperty('endDate')
  })

  test('null is drift only where the document promises a value', () => {
    const view = subscription({ id: 's1', status: null, netTerms: null, paymentGateway: null })
    expect(kinds(view)).toMatchObject({ status: 'missing' })
    expect(kinds(view)).not.toHaveProperty('netTerms')
    expect(kinds(view)).not.toHaveProperty('paymentGateway')
  })

  test('an unknown value stays as it is', () => {
    const view = subscription({ id: 's1', status: 'paused' })
    expect(view.status).toBe('paused')
    expect(view.drift.items).toContainEqual({ path: 'status', kind: 'unknownValue', received: 'paused' })
  })

  test('an epoch number is no date', () => {
    const view = subscription({ id: 's1', startDate: 1767605400 })
    expect(view.startDate).toEqual({ unreadable: '1767605400' })
    expect(view.drift.items).toContainEqual({ path: 'startDate', kind: 'unreadable', received: '1767605400' })
  })

  test('an unknown field is named where it stands, whatever its name', () => {
    const json =
      '{"id":"s1","plan":{"prices":[{"price":{"id":"p","tax":{"rate":0.10}}}]},"__proto__":{"status":"active"}}'
    const view = subscriptionView(parseExactJson(json), context)
    expect(view.status).toBeNull()
    expect(view.drift.items).toContainEqual({
      path: 'plan.prices[0].price.tax',
      kind: 'unknownField',
      received: '{"rate":0.10}',
    })
    expect(kinds(view)).toHaveProperty('__proto__', 'unknownField')
  })

  test('numbers are texts where ids are', () => {
    expect(subscriptionView(parseExactJson('{"id":90071992547409931}'), context).id).toBe('90071992547409931')
  })

  test('drift are shortened, and counted past the ones that are shown', () => {
    const prices = Array.from({ length: 1_000 }, () => ({ price: { id: 'p', status: 'x'.repeat(1_000) } }))
    const { drift } = subscription({ id: 's1', plan: { prices } })
    expect(drift.items).toHaveLength(DRIFT_SHOWN)
    expect(drift.total).toBeGreaterThan(1_000)
    expect(drift.items.every(({ received }) => (received ?? '').length <= 200)).toBe(true)
  })
})

describe('a value that was sent and could not be read', () => {
  test('is carried, shortened, to where it would have stood', () => {
    const sent = { id: 's1', status: { code: 1 }, isTrial: 'maybe', netTerms: [30], createdAt: '', customerId: true }
    expect(subscription(sent)).toMatchObject({
      status: { unreadable: '{"code":1}' },
      isTrial: { unreadable: 'maybe' },
      netTerms: { unreadable: '[30]' },
      createdAt: { unreadable: '""' },
      customerId: { unreadable: 'true' },
    })
    const { status } = subscription({ id: 's1', status: ['x'.repeat(10_000)] })
    expect(JSON.stringify(status).length).toBeLessThan(120)
  })

  test('is every field of an object that could not be read, and none of the object’s own drift', () => {
    const { invoiceLineItems, drift } = invoice({ id: 'i1', invoiceLineItems: [{ details: 5, price: 'x' }, 7] })
    const [line, broken] = readableList(invoiceLineItems)
    expect(line).toMatchObject({
      quantity: { unreadable: '5' },
      unitPrice: { unreadable: '5' },
      subItems: { unreadable: '5' },
    })
    expect(line?.price).toMatchObject({ id: { unreadable: 'x' }, rules: { kind: 'other', json: 'x' } })
    expect(line?.price?.billable?.hidden).toEqual({ unreadable: 'x' })
    expect(broken).toMatchObject({ id: { unreadable: '7' }, amount: { unreadable: '7' } })
    expect(
      drift.items.filter(({ path, kind }) => kind === 'unreadable' && path.startsWith('invoiceLine')),
    ).toHaveLength(3)
  })

  test('is a list in whose place something else was sent', () => {
    expect(subscription({ id: 's1', plan: { prices: 'all' } }).plan?.prices).toEqual({ unreadable: 'all' })
    expect(subscription({ id: 's1', plan: 5 }).plan).toMatchObject({ name: { unreadable: '5' }, basePlanPrices: [] })
  })
})

describe('what is counted in a custom pricing unit', () => {
  const rules = { price: 250 }

  test.each([
    ['an id, whatever the flag says', { customPricingUnitId: 'u', usesCustomPricingUnit: false }, '250', true],
    ['the flag alone', { customPricingUnitId: null, usesCustomPricingUnit: true }, '250', true],
    ['a unit', { customPricingUnit: { displayName: 'Credits' } }, '250', true],
    ['neither', { customPricingUnitId: null, usesCustomPricingUnit: false }, '2.50', false],
  ])('is no money: %s', (_, fields, price, inCustomUnit) => {
    const sent = { id: 's1', plan: { prices: [{ price: { priceType: 'unit', rules, ...fields } }] } }
    const view = subscriptionView(parseExactJson(JSON.stringify(sent)), { ...context, amountUnit: 'minor' })
    expect(pricesOf(view)[0]).toMatchObject({ rules: { price }, inCustomUnit })
    const line = { amount: 250, price: { rules, ...fields } }
    const [read] = linesOf(invoice({ id: 'i1', invoiceLineItems: [line] }, 'minor'))
    expect(read).toMatchObject({ amount: '2.50', price: { rules: { price }, inCustomUnit } })
    const [row] = page({ results: [{ amount: 250, allocationBlock: { amount: 250, ...fields } }] }, 'minor').results
    expect(row).toMatchObject({ amount: price, allocationBlock: { amount: price } })
  })
})

describe('a plan', () => {
  test('gives its prices bare or in { price }', () => {
    const prices = [{ price: { id: 'a' } }, { id: 'b' }, { price: null }, 'c']
    const view = subscription({ id: 's1', plan: { prices } })
    expect(pricesOf(view).map(({ id }) => id)).toEqual(['a', 'b', null, { unreadable: 'c' }])
    expect(kinds(view)).toMatchObject({ 'plan.prices[3]': 'unreadable' })
  })

  test('names the base prices of which anything was sent', () => {
    const plan = { basePlanPriceId: 'm', basePlanPriceAnnuallyStatus: 'archived', basePlanPriceAnnually: null }
    expect(subscription({ id: 's1', plan }).plan?.basePlanPrices).toEqual([
      { cadence: 'monthly', id: 'm', status: null, price: null },
      { cadence: 'annually', id: null, status: 'archived', price: null },
    ])
  })

  test('shows event conditions in the groups they came in', () => {
    const conditions = [[{ key: 'event', rule: 'is', value: 5 }], 'data.x > 1']
    const prices = [{ billable: { eventQueryRules: { conditions, calculation: 'sum' } } }]
    const view = subscription({ id: 's1', plan: { prices } })
    expect(pricesOf(view)[0]?.billable?.eventQueryRules?.conditions).toEqual([
      [{ key: 'event', rule: 'is', value: '5' }],
      { unreadable: 'data.x > 1' },
    ])
    expect(kinds(view)).toHaveProperty(['plan.prices[0].billable.eventQueryRules.conditions[1]'], 'unreadable')
  })
})

describe('a page of transactions', () => {
  test('finds plan and cadence below the block or below its invoice', () => {
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

  test('says only what the API said about its length', () => {
    expect(page({ results: [] })).toMatchObject({ count: null, pages: null, currentPage: 2, pageSize: 20 })
    expect(page({ results: [], count: '12', pages: 0, currentPage: 3 })).toMatchObject({
      count: 12,
      pages: 0,
      currentPage: 3,
    })
  })

  test('in minor units divides an amount only when its block says that it is money', () => {
    const rows = [
      { id: 't1', amount: 150, newBalance: 50, allocationBlock: { amount: 1000, usesCustomPricingUnit: false } },
      { id: 't2', amount: 150, allocationBlock: { amount: 1000, customPricingUnit: { displayName: 'Credits' } } },
      { id: 't3', amount: 150, allocationBlock: { amount: 1000, customPricingUnitId: 'u', customPricingUnit: null } },
    ]
    const { results } = page({ results: rows }, 'minor')
    expect(results.map(({ amount, allocationBlock }) => [amount, allocationBlock?.amount])).toEqual([
      ['1.50', '10.00'],
      ['150', '1000'],
      ['150', '1000'],
    ])
    expect(results[0]?.newBalance).toBe('0.50')
    expect(results.map(({ isMaybeMinor }) => isMaybeMinor)).toEqual([undefined, undefined, undefined])
  })

  test('in minor units leaves an amount as sent, and marks it, when nothing says what it is counted in', () => {
    const blocks = [null, undefined, 'b', { amount: 1000 }, { customPricingUnitId: null, customPricingUnit: null }]
    const rows = blocks.map((allocationBlock) => ({ amount: 150, newBalance: 50, allocationBlock }))
    const asSent = { amount: '150', newBalance: '50', isMaybeMinor: true }
    expect(page({ results: rows }, 'minor').results).toMatchObject(rows.map(() => asSent))
    expect(page({ results: rows }).results.some(({ isMaybeMinor }) => isMaybeMinor !== undefined)).toBe(false)
  })
})

describe('a body that is not the object', () => {
  test.each([null, [], 'text', 5, {}, { id: null }, { id: '' }, { data: { id: 's1' } }])('%j is an error', (body) => {
    expect(() => subscription(body)).toThrow('not with what its interface document promises')
    expect(() => invoice(body)).toThrow('not with what its interface document promises')
  })

  test.each([null, [], {}, { results: null }, { results: {} }])('%j is no page', (body) => {
    expect(() => page(body)).toThrow('not with what its interface document promises')
  })
})

describe('whatever is sent', () => {
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

  test('a subscription, an invoice and a page are read without an exception into their views', () => {
    fc.assert(
      fc.property(object, anything, (fields, part) => {
        const views = [
          subscription({ plan: part, ...fields, id: 'x' }),
          invoice({ invoiceLineItems: part, ...fields, id: 'x' }),
          page({ ...fields, results: Array.isArray(part) ? part : [part, fields] }),
        ]
        // Nothing of it is lost or changed on its way to the browser: no number of ours, nothing undefined.
        expect(JSON.parse(JSON.stringify(views))).toStrictEqual(views)
      }),
      { numRuns: volume({ test: 100, prove: 4_000 }) },
    )
  })
})
