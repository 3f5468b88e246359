import { describe, expect, test } from 'vitest'
import { BadLine } from './bad-line'
import { readImportLine, writeImportLine } from './import-line'

const AT = '2026-03-01T00:00:00.000Z'

const billable = {
  id: 'bil_tokens',
  name: 'Tokens',
  createdAt: AT,
  updatedAt: AT,
  status: 'available',
  billableType: 'metric',
  isPrivate: false,
  showOnInvoice: true,
  hidden: false,
}

const price = {
  id: 'price_tokens',
  merchantId: 'm1',
  createdAt: AT,
  updatedAt: AT,
  billingCadence: 'monthly',
  billingMode: 'arrears',
  blockOverage: false,
  entityType: 'metric',
  priceType: 'unit',
  rules: { price: 0.0000025 },
  status: 'active',
  usesCustomPricingUnit: false,
  billable,
}

const subscription = {
  id: 'sub_1',
  createdAt: AT,
  updatedAt: AT,
  startDate: AT,
  status: 'active',
  allowCustomerChanges: true,
  autoChargeInvoice: true,
  autoSyncInvoice: false,
  autoSendInvoice: false,
  isTrial: false,
  chargeForUsageBasedPricesDuringTrial: false,
  customerId: 'cus_1',
  planId: 'plan_1',
  merchantId: 'm1',
  billingCadence: 'monthly',
  currency: 'USD',
  plan: {
    id: 'plan_1',
    merchantId: 'm1',
    createdAt: AT,
    updatedAt: AT,
    name: 'Scale',
    currency: 'USD',
    isPrivate: false,
    purchasable: true,
    status: 'available',
    prices: [{ price }],
  },
}

const transaction = {
  id: 'txn_1',
  merchantId: 'm1',
  customerId: 'cus_1',
  createdAt: AT,
  updatedAt: AT,
  type: 'usage',
  amount: -12.5,
}

const invoice = {
  id: 'inv_1',
  createdAt: AT,
  updatedAt: AT,
  dueDate: AT,
  issueDate: AT,
  pendingDate: AT,
  status: 'paid',
  vanityId: 1042,
  vanityIdString: '1042',
  customerId: 'cus_1',
  merchantId: 'm1',
  subscriptionId: 'sub_1',
  invoiceLineItems: [lineItem({ price: 0.1 })],
}

function lineItem(rules: object) {
  return {
    id: 'li_1',
    invoiceId: 'inv_1',
    merchantId: 'm1',
    priceId: 'price_tokens',
    amount: 12,
    description: 'Tokens',
    details: { quantity: 120, unitPrice: 0.1 },
    startDate: AT,
    endDate: AT,
    createdAt: AT,
    updatedAt: AT,
    price: { id: 'price_tokens', entityType: 'metric', rules, billable },
  }
}

const read = (kind: string, data: object) => readImportLine(JSON.stringify({ kind, data }), 7, 'm1')

function refusal(kind: string, data: object) {
  try {
    read(kind, data)
  } catch (error) {
    if (error instanceof BadLine) return error.message
    throw error
  }
  return 'was accepted'
}

function createdAt(text: string) {
  const { line } = read('transaction', { ...transaction, createdAt: text })
  return line.kind === 'transaction' && line.data.createdAt
}

function rulesOf(rules: object) {
  const { line } = read('invoice', { ...invoice, invoiceLineItems: [lineItem(rules)] })
  return line.kind === 'invoice' && line.data.invoiceLineItems[0]?.price.rules
}

describe('lenient as far as is honest', () => {
  test('absent nullable fields become null', () => {
    expect(read('subscription', subscription).line.data).toMatchObject({
      endDate: null,
      paymentGateway: null,
      plan: { description: null, basePlanPrice: null, prices: [{ price: { limit: null, billable: { slug: null } } }] },
    })
    expect(read('transaction', transaction).line.data).toMatchObject({ billable: null, allocationBlock: null })
  })

  test('a balance sent as null is as if it were absent', () => {
    expect(read('transaction', { ...transaction, newBalance: null }).line.data).not.toHaveProperty('newBalance')
  })

  test('an instant of any zone and precision becomes UTC with milliseconds', () => {
    expect(createdAt('2026-03-01T01:30:00+01:30')).toBe(AT)
    expect(createdAt('2026-03-01T00:00:00Z')).toBe(AT)
    expect(createdAt('2026-03-01T00:00:00.123456Z')).toBe('2026-03-01T00:00:00.123Z')
  })

  test('numbers may be text, and every digit is kept', () => {
    const amount = (sent: unknown) => read('transaction', { ...transaction, amount: sent }).line.data
    expect(amount('-0012.50')).toMatchObject({ amount: '-12.50' })
    const exact = '12345678901234567890.123456789012'
    const text = JSON.stringify({ kind: 'transaction', data: transaction }).replace('-12.5', exact)
    expect(readImportLine(text, 1, 'm1').line.data).toMatchObject({ amount: exact })
  })

  test('an id left null beside its object is filled in', () => {
    expect(
      read('subscription', { ...subscription, plan: { ...subscription.plan, basePlanPrice: price } }).line,
    ).toMatchObject({ data: { plan: { basePlanPriceId: price.id, basePlanPrice: { billableId: billable.id } } } })
  })

  test('fields the contract does not know are dropped and named, without their position', () => {
    const plan = { ...subscription.plan, prices: [{ price: { ...price, rules: { price: 1, colour: 'red' } } }] }
    const { line, unknownFields } = read('subscription', { ...subscription, foo: 1, plan })
    expect(unknownFields).toEqual(['subscription.plan.prices[].price.rules.colour', 'subscription.foo'])
    expect(line.data).not.toHaveProperty('foo')
  })

  test('a line item finds the shape of its rules without being told the price type', () => {
    expect(rulesOf({ quantity: 1, price: 9, cadence: 'monthly' })).toEqual({
      quantity: '1',
      price: '9',
      cadence: 'monthly',
    })
    expect(rulesOf({ tiers: [{ start: 0, price: 1 }] })).toEqual({ tiers: [{ start: '0', end: null, price: '1' }] })
    expect(rulesOf({})).toEqual({})
  })
})

describe('a bad line names its number, the field and the reason', () => {
  test.each([
    ['not JSON', '{"kind": "customer"', 'Line 7 is not JSON: Quoted object key'],
    ['not an object', '[1]', 'Line 7 must be an object, but is an array'],
    [
      'unknown kind',
      '{"kind":"plan","data":{}}',
      'Line 7: kind must be one of "customer", "subscription", "invoice", "transaction", but is "plan"',
    ],
    ['no data', '{"kind":"customer"}', 'Line 7: data is missing'],
    ['nested without end', '['.repeat(100_000), 'Line 7 is nested too deeply'],
  ])('%s', (_, text, message) => {
    expect(() => readImportLine(text, 7, 'm1')).toThrow(message)
  })

  test.each([
    [{ id: undefined }, 'Line 7: data.id is missing'],
    [{ id: '' }, 'Line 7: data.id must not be empty, but is ""'],
    [
      { amount: 'much' },
      'Line 7: data.amount must be a number of at most 20 digits before and 12 after the point, but is "much"',
    ],
    [{ amount: true }, 'Line 7: data.amount must be a number, but is true'],
    [
      { createdAt: '2026-02-30T00:00:00Z' },
      'Line 7: data.createdAt must be an ISO 8601 instant with its zone, but is "2026-02-30T00:00:00Z"',
    ],
    [{ createdAt: '2026-02-03T00:00:00' }, 'Line 7: data.createdAt must be an ISO 8601 instant with its zone'],
    [{ createdAt: '0000-02-03T00:00:00Z' }, 'Line 7: data.createdAt must not lie before the year 1'],
    [{ merchantId: 'm2' }, 'Line 7: data.merchantId is "m2", but the import is for merchant "m1"'],
    [{ eventId: 'a\0b' }, 'Line 7: data.eventId holds a character that is not text'],
    [{ eventId: '\uD800' }, 'Line 7: data.eventId holds a character that is not text'],
  ])('transaction %j', (change, message) => {
    expect(refusal('transaction', { ...transaction, ...change })).toContain(message)
  })

  test('another merchant is found at every level', () => {
    const plan = { ...subscription.plan, prices: [{ price }, { price: { ...price, merchantId: 'm2' } }] }
    expect(refusal('subscription', { ...subscription, plan })).toContain('data.plan.prices[1].price.merchantId is "m2"')
    const strange = { ...lineItem({}), merchantId: 'm2' }
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [strange] })).toContain(
      'data.invoiceLineItems[0].merchantId',
    )
    expect(refusal('customer', { id: 'c', externalId: 'c', merchantId: 'm2' })).toContain('data.merchantId is "m2"')
  })

  test('rules that do not fit the price type', () => {
    const plan = { ...subscription.plan, prices: [{ price: { ...price, rules: { price: 'x' } } }] }
    expect(refusal('subscription', { ...subscription, plan })).toContain(
      'data.plan.prices[0].price.rules.price must be a number',
    )
    const other = { ...subscription.plan, prices: [{ price: { ...price, priceType: 'other' } }] }
    expect(refusal('subscription', { ...subscription, plan: other })).toContain(
      'price.priceType must be one of "unit", "tier", "fixed", "none"',
    )
  })

  test('rules of a line item in a shape nobody knows are refused, not emptied', () => {
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [lineItem({ factor: 2 })] })).toContain(
      'data.invoiceLineItems[0].price.rules has unknown fields: factor',
    )
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [lineItem({ price: 'x' })] })).toContain(
      'data.invoiceLineItems[0].price.rules.price must be a number',
    )
  })

  test('ids that no path can hold', () => {
    expect(refusal('subscription', { ...subscription, id: '..' })).toContain('data.id must not be ".."')
    expect(refusal('customer', { id: '.', externalId: '.' })).toContain('data.externalId must not be "."')
  })

  test('ids that contradict each other', () => {
    expect(refusal('subscription', { ...subscription, planId: 'plan_2' })).toContain('data.planId does not match')
    const item = lineItem({})
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [{ ...item, invoiceId: 'inv_2' }] })).toContain(
      'data.invoiceLineItems[0].invoiceId does not match the object beside it, whose id is "inv_1"',
    )
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [item, item] })).toContain(
      'data.invoiceLineItems[1].id is the id of an earlier line item: "li_1"',
    )
  })
})

test('a line that was written reads back as it was', () => {
  for (const [kind, data] of Object.entries({ subscription, invoice, transaction })) {
    const { line } = read(kind, data)
    expect(readImportLine(writeImportLine(line), 7, 'm1')).toEqual({ line, unknownFields: [] })
  }
})
