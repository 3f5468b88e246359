import { describe, expect, test } from 'vitest'
import { invoice, lineItem, price, readLine, refusal, subscription, transaction } from '@/testing/service/sample-lines'
import { readImportLine } from './read-import-line'

describe('the error of a bad line', () => {
  test.each([
    ['not JSON', '{"kind": "customer"', "Line 7 is not JSON: Comma or end of object '}' expected but reached end"],
    ['not an object', '[1]', 'Line 7 must be an object, but is an array'],
    [
      'unknown kind',
      '{"kind":"plan","data":{}}',
      'Line 7: kind must be one of "customer", "subscription", "invoice", "transaction"',
    ],
    ['no data', '{"kind":"customer"}', 'Line 7: data is missing'],
    ['nested without end', '['.repeat(100_000), 'Line 7 nests deeper than 200 levels'],
    [
      'something beside the data',
      '{"kind":"customer","data":{"id":"c","externalId":"c"},"at":1}',
      'Line 7 has unknown fields: at',
    ],
    ['two values under one key', '{"kind":"customer","kind":"invoice"}', "Line 7 is not JSON: Duplicate key 'kind'"],
    ['with too many items', `[${'[],'.repeat(200_001)}0]`, 'Line 7 has more than 200,000 list items'],
  ])('names the reason: %s', (_, text, message) => {
    expect(() => readImportLine(text, 7, 'm1')).toThrow(message)
  })

  test.each([
    [{ id: undefined }, 'Line 7: data.id is missing'],
    [{ id: '' }, 'Line 7: data.id must not be empty, but is ""'],
    [{ amount: 'much' }, 'Line 7: data.amount must be a number of at most 38 digits before and 60 after the point'],
    [{ amount: true }, 'Line 7: data.amount must be a number, but is true'],
    [{ type: 7 }, 'Line 7: data.type must be a string, but is 7'],
    [{ billable: 7 }, 'Line 7: data.billable must be an object, but is 7'],
    [{ billable: [] }, 'Line 7: data.billable must be an object, but is an array'],
    [
      { createdAt: '2026-03-01T00:00:00.123456Z' },
      'data.createdAt has digits below a millisecond, which would be lost',
    ],
    [{ createdAt: '2026-03-01T23:59:60Z' }, 'data.createdAt must be an ISO 8601 instant with its zone'],
    [{ odd: { 'a\0': 1 } }, 'Line 7: data.odd has a field whose name contains NUL or half of a surrogate pair'],
    [{ odd: JSON.parse('['.repeat(300) + ']'.repeat(300)) as unknown }, 'nests deeper than 200 levels'],
    [
      { createdAt: '2026-02-30T00:00:00Z' },
      'Line 7: data.createdAt must be an ISO 8601 instant with its zone, but is "2026-02-30T00:00:00Z"',
    ],
    [{ createdAt: '2026-02-03T00:00:00' }, 'Line 7: data.createdAt must be an ISO 8601 instant with its zone'],
    [{ createdAt: '0000-02-03T00:00:00Z' }, 'Line 7: data.createdAt must not be before the year 1'],
    [{ merchantId: 'm2' }, 'Line 7: data.merchantId is "m2", but the import is for merchant "m1"'],
    [{ eventId: 'a\0b' }, 'Line 7: data.eventId contains NUL or half of a surrogate pair'],
    [{ eventId: '\uD800' }, 'Line 7: data.eventId contains NUL or half of a surrogate pair'],
  ])('names the field of the transaction %j', (change, message) => {
    expect(refusal('transaction', { ...transaction, ...change })).toContain(message)
  })

  test('names another merchant at every level', () => {
    const plan = { ...subscription.plan, prices: [{ price }, { price: { ...price, merchantId: 'm2' } }] }
    expect(refusal('subscription', { ...subscription, plan })).toContain('data.plan.prices[1].price.merchantId is "m2"')
    const strange = { ...lineItem, merchantId: 'm2' }
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [strange] })).toContain(
      'data.invoiceLineItems[0].merchantId',
    )
    expect(refusal('customer', { id: 'c', externalId: 'c', merchantId: 'm2' })).toContain('data.merchantId is "m2"')
  })

  test('names the missing plan of a subscription', () => {
    const { plan: _, planId: __, ...without } = subscription
    expect(refusal('subscription', { ...without, plan: null, planId: null })).toContain(
      'data.planId is missing, and so is data.plan',
    )
  })

  test('names ids that no path can hold', () => {
    expect(refusal('subscription', { ...subscription, id: '..' })).toContain('data.id must not be ".."')
    expect(refusal('customer', { id: '.', externalId: '.' })).toContain('data.externalId must not be "."')
    expect(refusal('invoice', { ...invoice, id: 'in\u009Bv' })).toContain('data.id must not contain control characters')
    expect(refusal('subscription', { ...subscription, id: 'a\tb' })).toContain(
      'data.id must not contain control characters',
    )
    expect(refusal('customer', { id: 'c', externalId: '\u0001' })).toContain('data.externalId must not contain control')
    expect(readLine('customer', { id: 'a\tb', externalId: '\u2028' }).row).toMatchObject({ id: 'a\tb' })
  })

  test('names ids that contradict each other', () => {
    expect(refusal('subscription', { ...subscription, planId: 'plan_2' })).toContain(
      'data.planId does not match data.plan.id',
    )
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [{ ...lineItem, invoiceId: 'inv_2' }] })).toContain(
      'data.invoiceLineItems[0].invoiceId does not match data.id: it is "inv_2" here and "inv_1042" there',
    )
    expect(refusal('invoice', { ...invoice, invoiceLineItems: [lineItem, lineItem] })).toContain(
      'data.invoiceLineItems[1].id is the id of data.invoiceLineItems[0] as well: "line_tokens"',
    )
  })
})
