import { describe, expect, test } from 'vitest'
import { DRIFT_SHOWN } from '../../view-of'
import { parseExactJson } from '@/contract/exact-json'
import { readableList } from '../../unreadable'
import type { ReadingContext } from './field-reader'
import { invoiceView } from '@/testing/console/whole-views'

const context = { amountUnit: 'major', asOf: '2026-03-01T00:00:00.000Z' } as const

const invoice = (value: unknown, reading: Partial<ReadingContext> = {}) =>
  invoiceView(parseExactJson(JSON.stringify(value)), { ...context, ...reading })

describe('invoiceView', () => {
  const lines = [
    { id: 'l1', amount: '0.1' },
    { id: 'l2', amount: 0.2, price: { billable: { hidden: true } } },
    { id: 'l3', amount: '-5', price: { billable: { showOnInvoice: false } } },
    { id: 'l4', amount: 'free' },
    'no line',
  ]

  test('sums all lines, and those visible to the customer, exactly', () => {
    expect(invoice({ id: 'i1', invoiceLineItems: lines }).totals).toEqual({
      total: '-4.7',
      customerTotal: null,
      hiddenTotal: '-4.8',
      lines: 5,
      customerLines: 2,
      hiddenLines: 2,
      uncertainLines: 1,
      unreadableLines: 2,
      unreadableCustomerLines: 1,
      unreadableHiddenLines: 0,
    })
    expect(invoice({ id: 'i1', invoiceLineItems: lines.slice(0, 4) }).totals).toMatchObject({
      total: '-4.7',
      customerTotal: '0.1',
      hiddenTotal: '-4.8',
    })
  })

  test.each([{ hidden: 'maybe' }, { showOnInvoice: 2 }, { hidden: {}, showOnInvoice: true }, 'billable'])(
    'has no customer total when the visibility of a line is unknown: %j',
    (billable) => {
      const sent = [{ amount: 1 }, { amount: 2, price: { billable } }]
      expect(invoice({ id: 'i1', invoiceLineItems: sent }).totals).toMatchObject({
        total: '3',
        customerTotal: null,
        customerLines: 1,
        uncertainLines: 1,
      })
    },
  )

  test('has a customer total when one flag hides the line from the customer', () => {
    const billables = [
      { hidden: true, showOnInvoice: 'no' },
      { hidden: {}, showOnInvoice: false },
    ]
    const sent = [{ amount: 1 }, ...billables.map((billable) => ({ amount: 2, price: { billable } }))]
    expect(invoice({ id: 'i1', invoiceLineItems: sent }).totals).toMatchObject({
      customerTotal: '1',
      uncertainLines: 0,
    })
  })

  test('has no total when no line has a readable amount, and a total of zero without lines', () => {
    const unreadable = [{ amount: 'free' }, { amount: null, price: { billable: { hidden: true } } }]
    expect(invoice({ id: 'i1', invoiceLineItems: unreadable }).totals).toMatchObject({
      total: null,
      customerTotal: null,
      unreadableLines: 2,
      unreadableCustomerLines: 1,
    })
    expect(invoice({ id: 'i1', invoiceLineItems: [] }).totals).toMatchObject({ total: '0', customerTotal: '0' })
    const allHidden = [{ amount: 1, price: { billable: { hidden: true } } }]
    expect(invoice({ id: 'i1', invoiceLineItems: allHidden }).totals).toMatchObject({ total: '1', customerTotal: '0' })
  })

  test('names no field of a line that the API did not send, or sent as null', () => {
    const line = { id: 'l1', amount: null, price: { rules: { price: 1, quantity: null }, billable: {} } }
    const { invoiceLineItems } = invoice({ id: 'i1', invoiceLineItems: Array.from({ length: 2_000 }, () => line) })
    const read = {
      id: 'l1',
      subItems: [],
      price: { rules: { kind: 'unit', price: '1' }, inCustomUnit: false, billable: {} },
    }
    expect(JSON.stringify(invoiceLineItems)).not.toContain('null')
    expect(new Set(readableList(invoiceLineItems).map((item) => JSON.stringify(item)))).toEqual(
      new Set([JSON.stringify(read)]),
    )
  })

  describe('counts drift beyond the limit', () => {
    const crowd = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`name${index}`, 1]))
    const repeated = {
      items: Array.from({ length: DRIFT_SHOWN }, (_, index) => ({
        path: `name${index}`,
        kind: 'repeated' as const,
        received: '1',
      })),
      total: 250,
    }
    const crowded = (sent: object) =>
      invoiceView(parseExactJson(JSON.stringify({ id: 'i1', ...crowd, ...sent })), { ...context, repeated })

    test('reports that its list of lines could not be read', () => {
      const unreadable = crowded({ invoiceLineItems: 'none' })
      expect(unreadable).toMatchObject({ invoiceLineItems: { unreadable: 'none' }, totals: null })
    })

    test('distinguishes missing lines from an empty list', () => {
      expect(crowded({})).toMatchObject({ invoiceLineItems: null, totals: null })
      expect(crowded({ invoiceLineItems: null })).toMatchObject({ invoiceLineItems: null, totals: null })
      expect(crowded({ invoiceLineItems: [] })).toMatchObject({ invoiceLineItems: [], totals: { lines: 0 } })
    })

    test('reports fields sent as null', () => {
      const { nullFields } = crowded({ externalId: null, autoSyncInvoice: null, paymentGateway: 'stripe' })
      expect(nullFields).toEqual(['externalId', 'autoSyncInvoice'])
    })
  })

  test.each(['1e400', '1e-400', '1e1000000', '9'.repeat(101), `0.${'1'.repeat(101)}`])(
    'has no total when an amount is %s',
    (amount) => {
      const hidden = { billable: { hidden: true } }
      const sent = `{"id":"i1","invoiceLineItems":[{"amount":1},{"amount":${amount},"price":${JSON.stringify(hidden)}}]}`
      const { totals } = invoiceView(parseExactJson(sent), context)
      expect(totals).toMatchObject({ total: null, customerTotal: '1', unreadableLines: 0 })
    },
  )

  test('divides money in minor units, but not quantities', () => {
    const line = {
      amount: 1999,
      details: { quantity: 3, unitPrice: 666, subItems: [{ price: 1, amount: 2, quantity: 2 }] },
    }
    const minor = { amountUnit: 'minor', currency: 'USD' } as const
    const [read] = readableList(invoice({ id: 'i1', invoiceLineItems: [line] }, minor).invoiceLineItems)
    expect(read).toMatchObject({ amount: '19.99', quantity: '3', unitPrice: '6.66' })
    expect(read?.subItems).toEqual([{ quantity: '2', price: '0.01', amount: '0.02' }])
  })

  test.each([
    ['JPY', '5000', '5000', false],
    ['KWD', '12345', '12.345', false],
    ['HUF', '5000', '50.00', false],
    ['CLF', '12345', '1.2345', false],
    ['usd', '5000', '50.00', false],
    ['XBT', '5000', '5000', true],
    [undefined, '5000', '5000', true],
  ])('divides minor units of %s by its own exponent: %s is %s', (currency, sent, amount, isInMinorUnits) => {
    const read = invoice(
      { id: 'i1', total: sent, invoiceLineItems: [{ amount: sent }] },
      { amountUnit: 'minor', currency },
    )
    expect(read).toMatchObject({
      invoiceLineItems: [{ amount }],
      totals: { total: `${Number(amount)}` },
      isInMinorUnits,
    })
    expect(read.own.findings).toEqual([])
  })

  test.each([
    ['JPY', '100', { agrees: 1, look: 0 }],
    ['JPY', '101', { agrees: 0, look: 1 }],
    ['USD', '100', { agrees: 0, look: 1 }],
    ['KWD', '100.2', { agrees: 1, look: 0 }],
  ])('accepts a rounding to the smallest unit of %s: 3 × 33.4 = %s', (currency, amount, checks) => {
    const line = { amount, details: { quantity: 3, unitPrice: 33.4 } }
    expect(invoice({ id: 'i1', invoiceLineItems: [line] }, { currency }).own.checks).toMatchObject(checks)
  })

  test('does not accept a rounding to cents of a currency with three decimals', () => {
    const line = { amount: '12.35', details: { quantity: 1, unitPrice: 12.3456 } }
    expect(invoice({ id: 'i1', invoiceLineItems: [line] }, { currency: 'KWD' }).own.checks.look).toBe(1)
    expect(invoice({ id: 'i1', invoiceLineItems: [line] }, { currency: 'USD' }).own.checks.look).toBe(0)
  })
})
