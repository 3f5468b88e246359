import { parseExactJson } from '@/contract/exact-json'
import { describe, expect, test } from 'vitest'
import { BadLine } from './bad-line'
import { ImportLine, readImportLine, writeImportLine } from './import-line'

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
/** What of a line is kept, with what it shares taken out. */
const kept = (kind: string, data: object): unknown => JSON.parse(read(kind, data).row.document)

const documents = (rows: { document: string }[]) => rows.map(({ document }): unknown => JSON.parse(document))

function sharedIn(data: object) {
  const line = read('subscription', data)
  if (line.kind !== 'subscription') throw new TypeError('not a subscription')
  const { plan, price: prices, billable: billables } = line.shared
  return { plans: documents(plan), prices: documents(prices), billables: documents(billables) }
}

function refusal(kind: string, data: object) {
  try {
    read(kind, data)
  } catch (error) {
    if (error instanceof BadLine) return error.message
    throw error
  }
  return 'was accepted'
}

const keptAt = (createdAt: string) => kept('transaction', { ...transaction, createdAt })

describe('what a line holds is kept', () => {
  test('as it is: what is absent stays absent, null stays null', () => {
    expect(kept('transaction', transaction)).toEqual(transaction)
    const nulls = {
      ...transaction,
      updatedAt: null,
      type: null,
      newBalance: null,
      billable: null,
      allocationBlock: null,
    }
    expect(kept('transaction', nulls)).toEqual(nulls)
    expect(kept('invoice', { ...invoice, invoiceLineItems: null })).toEqual({ ...invoice, invoiceLineItems: null })
  })

  test('no more is needed than the fields that gaps.md names', () => {
    const [id, customerId] = ['x', 'cus_1']
    expect(kept('transaction', { id, customerId, createdAt: AT, amount: 1 })).toEqual({
      id,
      customerId,
      createdAt: AT,
      amount: 1,
    })
    const lines = [{ id: 'li', amount: 0 }]
    expect(kept('invoice', { id, customerId, status: 'paid', invoiceLineItems: lines })).toEqual({
      id,
      customerId,
      status: 'paid',
      invoiceLineItems: lines,
    })
    const bare = { id, customerId, status: 'active', startDate: AT, billingCadence: 'monthly' }
    expect(kept('subscription', { ...bare, planId: 'p' })).toEqual({ ...bare, planId: 'p' })
    const plan = { id: 'p', prices: [{ price: { id: 'pr', billable: { id: 'b' } } }, { note: 'no price' }] }
    expect(kept('subscription', { ...bare, plan })).toEqual({ ...bare, plan: { id: 'p' } })
    expect(sharedIn({ ...bare, plan })).toEqual({
      plans: [{ id: 'p', prices: [{ price: { id: 'pr' } }, { note: 'no price' }] }],
      prices: [{ id: 'pr', billable: { id: 'b' } }],
      billables: [{ id: 'b' }],
    })
  })

  test('fields that nobody knows, at any depth', () => {
    const odd = { ...transaction, tags: [], billable: { id: 'b', colour: { deep: [1, null] } }, __proto__x: 1 }
    expect(kept('transaction', odd)).toEqual(odd)
    const text = JSON.stringify({ kind: 'transaction', data: transaction }).replace('"id"', '"__proto__":{"a":1},"id"')
    expect(readImportLine(text, 1, 'm1').row.document).toContain('"__proto__":{"a":1}')
    const item = { ...lineItem({ factor: 2 }), details: { subItems: [{ amount: 1 }] }, taxes: [{ rate: 0.19 }] }
    expect(kept('invoice', { ...invoice, invoiceLineItems: [item] })).toEqual({ ...invoice, invoiceLineItems: [item] })
    const plan = { ...subscription.plan, prices: [{ price: { ...price, rules: [{ flatFee: 5 }] }, featured: true }] }
    expect(sharedIn({ ...subscription, plan })).toMatchObject({
      plans: [{ prices: [{ price: { id: price.id }, featured: true }] }],
      prices: [{ rules: [{ flatFee: 5 }] }],
    })
  })

  test('any text where the document lists no values', () => {
    const plan = { ...subscription.plan, status: 's', netTerms: 'n', currency: 'EUR', prices: [] }
    const open = { ...price, status: 's', billingMode: 'b', entityType: 'e', billingCadence: 'weekly', priceType: 'p' }
    const given = { ...subscription, paymentGateway: 'adyen', plan: { ...plan, basePlanPrice: open } }
    expect(kept('subscription', given)).toMatchObject({ paymentGateway: 'adyen' })
    expect(sharedIn(given).prices).toEqual([{ ...open, billable: { id: billable.id } }])
  })

  test('every digit of every number, also where nobody knows the field', () => {
    const digits = [
      '0.30000000000000004',
      '3.3333333333333335',
      '5.551115123125783e-17',
      `${'9'.repeat(38)}.${'1'.repeat(60)}`,
      '-0',
      '1E+2',
    ]
    for (const exact of digits) {
      const text = JSON.stringify({ kind: 'transaction', data: { ...transaction, amount: 71, odd: [72] } })
      const sent = text.replace('71', exact).replace('72', `${exact},1e400`)
      const { document } = readImportLine(sent, 1, 'm1').row
      expect(document).toContain(`"amount":${exact},`)
      expect(document).toContain(`"odd":[${exact},1e400]`)
    }
    expect(kept('invoice', { ...invoice, vanityId: 10.5 })).toMatchObject({ vanityId: 10.5 })
  })

  test('a number that was sent as text is the same number', () => {
    expect(kept('transaction', { ...transaction, amount: '-0012.50' })).toMatchObject({ amount: -12.5 })
  })

  test('an instant of any zone is the same instant in UTC with milliseconds', () => {
    expect(keptAt('2026-03-01T01:30:00+01:30')).toMatchObject({ createdAt: AT })
    expect(keptAt('2026-03-01T00:00:00Z')).toMatchObject({ createdAt: AT })
    expect(keptAt('2026-03-01T00:00:00.000000Z')).toMatchObject({ createdAt: AT })
  })
})

const planOf = (...copies: object[]) => ({
  ...subscription,
  plan: { ...subscription.plan, prices: copies.slice(1).map((copy) => ({ price: copy })), basePlanPrice: copies[0] },
})

describe('copies of one id within a line', () => {
  test('complete each other', () => {
    const short = { id: price.id, billable: { id: billable.id, note: 'of the short one' } }
    const { billable: _, ...unexpanded } = price
    expect(sharedIn(planOf(short, { ...unexpanded, billable: null }, price))).toMatchObject({
      plans: [{ prices: [{ price: { id: price.id } }, { price: { id: price.id } }], basePlanPrice: { id: price.id } }],
      prices: [{ ...price, billable: { id: billable.id } }],
      billables: [{ ...billable, note: 'of the short one' }],
    })
    expect(sharedIn(planOf(short, price)).prices).toHaveLength(1)
  })

  test('say the same whatever the order of fields and however a number is written', () => {
    const text = JSON.stringify({ kind: 'subscription', data: planOf(price, price) })
    const [rules, other] = ['"rules":{"price":2.50,"minimum":1}', '"rules":{"minimum":1.0,"price":25e-1}']
    const sent = text.replace(/"rules":\{[^}]*\}/, rules).replace(/("rules".*)"rules":\{[^}]*\}/, `$1${other}`)
    expect(sent).toContain(other)
    expect(() => readImportLine(sent, 7, 'm1')).not.toThrow()
  })

  test('that contradict each other are refused, naming both places', () => {
    expect(refusal('subscription', planOf(price, { ...price, name: 'X' }, { ...price, name: null }))).toBe(
      'Line 7: data.plan.prices[1].price.name contradicts data.plan.prices[0].price.name: both are of the price "price_tokens", which can only say one thing',
    )
    const other = { ...price, id: 'other', billable: { ...billable, hidden: true } }
    expect(refusal('subscription', planOf(price, other))).toMatch(
      /data\.plan\.basePlanPrice\.billable\.hidden contradicts data\.plan\.prices\[0\]\.price\.billable\.hidden/,
    )
    expect(refusal('subscription', planOf({ ...price, rules: { price: 1, flatFee: 2 } }, price))).toMatch(
      /basePlanPrice\.rules contradicts data\.plan\.prices\[0\]\.price\.rules/,
    )
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
    [
      'something beside the data',
      '{"kind":"customer","data":{"id":"c","externalId":"c"},"at":1}',
      'Line 7 has unknown fields: at',
    ],
    ['two values under one key', '{"kind":"customer","kind":"invoice"}', "Line 7 is not JSON: Duplicate key 'kind'"],
  ])('%s', (_, text, message) => {
    expect(() => readImportLine(text, 7, 'm1')).toThrow(message)
  })

  test.each([
    [{ id: undefined }, 'Line 7: data.id is missing'],
    [{ id: '' }, 'Line 7: data.id must not be empty, but is ""'],
    [
      { amount: 'much' },
      'Line 7: data.amount must be a number of at most 38 digits before and 60 after the point, but is "much"',
    ],
    [{ amount: true }, 'Line 7: data.amount must be a number, but is true'],
    [{ type: 7 }, 'Line 7: data.type must be a string, but is 7'],
    [{ billable: 7 }, 'Line 7: data.billable must be an object, but is 7'],
    [{ billable: [] }, 'Line 7: data.billable must be an object, but is an array'],
    [
      { createdAt: '2026-03-01T00:00:00.123456Z' },
      'data.createdAt has digits below a millisecond, which would be lost',
    ],
    [{ createdAt: '2026-03-01T23:59:60Z' }, 'data.createdAt must be an ISO 8601 instant with its zone'],
    [{ odd: { 'a\0': 1 } }, 'Line 7: data.odd has a field whose name holds a character that is not text'],
    [{ odd: JSON.parse('['.repeat(300) + ']'.repeat(300)) as unknown }, 'is nested more than 200 levels deep'],
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

  test.each(['1e38', '1'.repeat(39), `0.${'1'.repeat(61)}`, '1e-61', '1e400', '1e-400'])(
    'an amount of %s',
    (amount) => {
      const text = JSON.stringify({ kind: 'transaction', data: transaction }).replace('-12.5', amount)
      const reading = () => readImportLine(text, 7, 'm1')
      expect(reading).toThrow('Line 7: data.amount must be a number of at most 38 digits before and 60 after the point')
    },
  )

  test('a closed list stays closed', () => {
    for (const change of [{ status: 'on' }, { billingCadence: 'weekly' }, { currency: 'EUR' }, { netTerms: 'net10' }])
      expect(refusal('subscription', { ...subscription, ...change })).toMatch(/^Line 7: data\.\w+ must be /)
    expect(refusal('invoice', { ...invoice, status: 'on' })).toContain('data.status must be one of')
  })

  test('a subscription that names no plan', () => {
    const { plan: _, planId: __, ...without } = subscription
    expect(refusal('subscription', { ...without, plan: null, planId: null })).toContain(
      'data.planId is missing, and so is data.plan',
    )
  })

  test('ids that no path can hold', () => {
    expect(refusal('subscription', { ...subscription, id: '..' })).toContain('data.id must not be ".."')
    expect(refusal('customer', { id: '.', externalId: '.' })).toContain('data.externalId must not be "."')
    expect(refusal('invoice', { ...invoice, id: 'in\u009Bv' })).toContain('data.id must not hold control characters')
    expect(refusal('subscription', { ...subscription, id: 'a\tb' })).toContain(
      'data.id must not hold control characters',
    )
    expect(refusal('customer', { id: 'c', externalId: '\u0001' })).toContain('data.externalId must not hold control')
    expect(read('customer', { id: 'a\tb', externalId: '\u2028' }).row).toMatchObject({ id: 'a\tb' })
  })

  test('ids that contradict each other', () => {
    expect(refusal('subscription', { ...subscription, planId: 'plan_2' })).toContain(
      'data.planId does not match data.plan.id',
    )
    const item = lineItem({})
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [{ ...item, invoiceId: 'inv_2' }] })).toContain(
      'data.invoiceLineItems[0].invoiceId does not match data.id: it is "inv_2" here and "inv_1" there',
    )
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [item, item] })).toContain(
      'data.invoiceLineItems[1].id is the id of data.invoiceLineItems[0] as well: "li_1"',
    )
  })
})

test('a line that was written reads back as it was', () => {
  for (const [kind, data] of Object.entries({ subscription, invoice, transaction })) {
    const line = ImportLine.parse(parseExactJson(JSON.stringify({ kind, data })))
    expect(ImportLine.parse(parseExactJson(writeImportLine(line)))).toEqual(line)
  }
})
