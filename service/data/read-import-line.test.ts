import { parseExactJson } from '@/contract/exact-json'
import { describe, expect, test } from 'vitest'
import {
  billable,
  invoice,
  lineItem,
  price,
  readLine,
  refusal,
  subscription,
  transaction,
} from '@/testing/service/sample-lines'
import { ImportLine, writeImportLine } from './import-line'
import { readImportLine } from './read-import-line'

const AT = '2026-03-01T00:00:00.000Z'

/** Returns the stored document of a line, without its shared objects. */
const kept = (kind: string, data: object): unknown => JSON.parse(readLine(kind, data).row.document)

const documents = (rows: { document: string }[]) => rows.map(({ document }): unknown => JSON.parse(document))

function sharedIn(data: object) {
  const line = readLine('subscription', data)
  if (line.kind !== 'subscription') throw new TypeError('not a subscription')
  const { plan, price: prices, billable: billables } = line.shared
  return { plans: documents(plan), prices: documents(prices), billables: documents(billables) }
}

const keptAt = (createdAt: string) => kept('transaction', { ...transaction, createdAt })

describe('readImportLine', () => {
  test('keeps absent fields absent and null fields null', () => {
    const { updatedAt: _, billable: __, ...without } = transaction
    for (const given of [transaction, without]) expect(kept('transaction', given)).toEqual(given)
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

  test('requires only the fields that gaps.md names', () => {
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

  test('keeps unknown fields at any depth', () => {
    const odd = { ...transaction, tags: [], billable: { id: 'b', colour: { deep: [1, null] } }, __proto__x: 1 }
    expect(kept('transaction', odd)).toEqual(odd)
    const text = JSON.stringify({ kind: 'transaction', data: transaction }).replace('"id"', '"__proto__":{"a":1},"id"')
    expect(readImportLine(text, 1, 'm1').row.document).toContain('"__proto__":{"a":1}')
    const item = {
      ...lineItem,
      price: { rules: { factor: 2 } },
      details: { subItems: [{ amount: 1 }] },
      taxes: [{ rate: 0.19 }],
    }
    expect(kept('invoice', { ...invoice, invoiceLineItems: [item] })).toEqual({ ...invoice, invoiceLineItems: [item] })
    const plan = { ...subscription.plan, prices: [{ price: { ...price, rules: [{ flatFee: 5 }] }, featured: true }] }
    expect(sharedIn({ ...subscription, plan })).toMatchObject({
      plans: [{ prices: [{ price: { id: price.id }, featured: true }] }],
      prices: [{ rules: [{ flatFee: 5 }] }],
    })
  })

  test('keeps any text in a field without a closed list', () => {
    const plan = { ...subscription.plan, status: 's', netTerms: 'n', currency: 'EUR', prices: [] }
    const open = { ...price, status: 's', billingMode: 'b', entityType: 'e', billingCadence: 'weekly', priceType: 'p' }
    const given = { ...subscription, paymentGateway: 'adyen', plan: { ...plan, basePlanPrice: open } }
    expect(kept('subscription', given)).toMatchObject({ paymentGateway: 'adyen' })
    expect(sharedIn(given).prices).toEqual([{ ...open, billable: { id: billable.id } }])
  })

  test('keeps every digit of every number, also in unknown fields', () => {
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

  test('reads a number that was sent as text as the same number', () => {
    expect(kept('transaction', { ...transaction, amount: '-0012.50' })).toMatchObject({ amount: -12.5 })
  })

  test('converts an instant of any zone to UTC with milliseconds', () => {
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
  test('are merged', () => {
    const short = { id: price.id, billable: { id: billable.id, note: 'of the short one' } }
    const { billable: _, ...unexpanded } = price
    expect(sharedIn(planOf(short, { ...unexpanded, billable: null }, price))).toMatchObject({
      plans: [{ prices: [{ price: { id: price.id } }, { price: { id: price.id } }], basePlanPrice: { id: price.id } }],
      prices: [{ ...price, billable: { id: billable.id } }],
      billables: [{ ...billable, note: 'of the short one' }],
    })
    expect(sharedIn(planOf(short, price)).prices).toHaveLength(1)
  })

  test('are equal in any field order and any notation of a number', () => {
    const text = JSON.stringify({ kind: 'subscription', data: planOf(price, price) })
    const [rules, other] = ['"rules":{"price":2.50,"minimum":1}', '"rules":{"minimum":1.0,"price":25e-1}']
    const sent = text.replace(/"rules":\{[^}]*\}/, rules).replace(/("rules".*)"rules":\{[^}]*\}/, `$1${other}`)
    expect(sent).toContain(other)
    expect(() => readImportLine(sent, 7, 'm1')).not.toThrow()
  })

  test.each<[string, object, object]>([
    ['a name', { name: 'One' }, { name: 'Another' }],
    ['a number', { limit: 1 }, { limit: '1.0000000000000000000001' }],
    ['a flag', { blockOverage: true }, { blockOverage: false }],
    ['rules', { rules: { price: 1 } }, { rules: { price: 1, flatFee: 0 } }],
    ['an unknown field', { colour: 'red' }, { colour: 'blue' }],
    ['an unknown list', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
    ['a field of its billable', { billable: { ...billable, slug: 'a' } }, { billable: { ...billable, slug: 'b' } }],
    ['its billable', {}, { billableId: 'bil_b', billable: { id: 'bil_b' } }],
    ['its billable by ID', { billable: null, billableId: 'bil_a' }, { billable: null, billableId: 'bil_b' }],
  ])('are refused with both places when they contradict each other in %s', (_, base, listed) => {
    const message = refusal('subscription', planOf({ ...price, ...base }, { ...price, ...listed }))
    expect(message).toContain('data.plan.prices[0].price')
    expect(message).toContain('data.plan.basePlanPrice')
  })

  test('are refused when they contradict each other, with both places', () => {
    expect(refusal('subscription', planOf({ id: price.id }, { ...price, name: 'X' }, { ...price, name: null }))).toBe(
      'Line 7: data.plan.prices[1].price.name contradicts data.plan.prices[0].price.name: both are of the price "price_unit", which can only say one thing',
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

test('writeImportLine writes a line that reads back equal', () => {
  for (const [kind, data] of Object.entries({ subscription, invoice, transaction })) {
    const line = ImportLine.parse(parseExactJson(JSON.stringify({ kind, data })))
    expect(ImportLine.parse(parseExactJson(writeImportLine(line)))).toEqual(line)
  }
})
