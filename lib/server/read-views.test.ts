import { describe, expect, test } from 'vitest'
import { readableList } from '../format/unreadable'
import { readInvoice } from './read-invoice'
import { readRawInvoice, readRawSubscription } from './read-raw'
import { readSubscription } from './read-subscription'
import { readTransactionPage } from './read-transaction-page'
import { problemOf } from './testing/problem-of'
import { VARIATION_IDS, useVariationServer } from './testing/use-variation-server'

const api = useVariationServer()
const { subscription, invoice, customer, fault } = VARIATION_IDS
const ledger = { externalId: customer.acme, page: 1, pageSize: 20, order: 'desc' } as const

describe('another billing API', () => {
  test('is read with everything it says of a subscription', async () => {
    const view = await readSubscription(subscription.active)
    expect(view).toMatchObject({
      id: subscription.active,
      startDate: '2026-01-05T00:00:00.000Z',
      updatedAt: '2026-02-01T00:00:00.500Z',
      customerId: '4711',
      currency: 'EUR',
      paymentGateway: 'braintree',
    })
    const prices = readableList(view.plan?.prices ?? [])
    expect(prices.map(({ rules }) => rules.kind)).toEqual([
      'unit',
      'fixed',
      'tier',
      'other',
      'other',
      'none',
      'missing',
      'missing',
    ])
    expect(prices[0]?.rules).toMatchObject({ price: '0.0000025' })
    expect(view.findings.items).toContainEqual({ path: 'billingCadence', kind: 'unknownValue', received: 'weekly' })
    expect(view.findings.items).toContainEqual({
      path: 'riskScore',
      kind: 'unknownField',
      received: '{"value":0.5,"model":"v2"}',
    })
  })

  test('may say nothing but an id', async () => {
    expect(await readSubscription(subscription.bare)).toMatchObject({ id: '9001', plan: null })
    expect(await readInvoice(invoice.bare)).toMatchObject({ invoiceLineItems: null, totals: null })
  })

  test('is summed to the last digit', async () => {
    expect((await readInvoice(invoice.active)).totals).toEqual({
      total: '130.30000000000000004',
      customerTotal: '30.30000000000000004',
      lines: 4,
      customerLines: 3,
      uncertainLines: 0,
      unreadableLines: 1,
      unreadableCustomerLines: 1,
    })
  })

  test('pages under its own query names, in its own order', async () => {
    const page = await readTransactionPage({ ...ledger, page: 3, order: 'asc' })
    expect(api().requests.at(-1)?.url).toMatch(/\?p=3&per_page=20&sort=asc$/)
    expect(page).toMatchObject({ count: null, pages: null, currentPage: 3, pageSize: 20 })
    expect(page.results.map(({ id }) => id)).toEqual(['41', '42', '43', '44', '45'])
    expect(page.results[0]?.allocationBlock).toMatchObject({
      pricingUnit: 'Credits',
      planName: 'Odd plan',
      billingCadence: 'weekly',
      invoiceId: invoice.active,
      invoiceVanityId: '2042',
    })
    expect(page.results.map(({ amount }) => amount)).toEqual(['-40.5', '41', '-42.5', '43', '-44.5'])
  })

  test('may send 3,000 prices and 20,000 lines', async () => {
    expect((await readSubscription(subscription.large)).plan?.prices).toHaveLength(3_000)
    const view = await readInvoice(invoice.large)
    expect(view.totals).toMatchObject({ total: '200', lines: 20_000 })
    expect((await readRawInvoice(invoice.large)).length).toBeGreaterThan(12_000_000)
  })

  test('is shown as it sent it, re-indented', async () => {
    expect(await readRawSubscription(subscription.bare)).toBe('{\n  "id": 9001\n}')
  })

  test('is not believed where it sends a list for an object', async () => {
    expect(await problemOf(readSubscription(fault.list))).toMatchObject({ code: 'unreadable_answer' })
    expect(await problemOf(readInvoice(fault.list))).toMatchObject({ code: 'unreadable_answer' })
    const list = readTransactionPage({ ...ledger, externalId: fault.list })
    expect(await problemOf(list)).toMatchObject({ code: 'unreadable_answer' })
  })
})

test('an id that is none is refused before anything is asked', async () => {
  const before = api().requests.length
  for (const id of ['', '.', '..', 'a\u0000b']) {
    expect(await problemOf(readSubscription(id))).toMatchObject({ code: 'invalid_id', status: 400 })
    expect(await problemOf(readInvoice(id))).toMatchObject({ code: 'invalid_id' })
    expect(await problemOf(readTransactionPage({ ...ledger, externalId: id }))).toMatchObject({ code: 'invalid_id' })
  }
  expect(api().requests).toHaveLength(before)
})
