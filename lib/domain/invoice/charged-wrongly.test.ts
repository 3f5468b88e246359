import { describe, expect, test } from 'vitest'
import { chargedAfterEnd, chargedTwice, type ChargedInvoice, isCompared } from './charged-wrongly'
import type { Charge } from './invoice-charges'

const day = (text: string) => `2026-${text}T00:00:00.000Z`
const charge = (start: string, end: string, more: Partial<Charge> = {}): Charge => ({
  priceId: 'price_base',
  name: 'Scale',
  start: day(start),
  end: day(end),
  amount: '100',
  ...more,
})
const invoice = (id: string, charges: Charge[] | null, more: Partial<ChargedInvoice> = {}): ChargedInvoice => ({
  id,
  number: id,
  status: 'paid',
  subscriptionId: 'sub_1',
  charges,
  goneAt: null,
  ...more,
})
const refund = (amount: string, start = '10-01', end = '11-01') => invoice('refund', [charge(start, end, { amount })])
const october = invoice('1', [charge('10-01', '11-01')])

describe('charged twice', () => {
  test('is the same price for overlapping periods on two invoices of a subscription', () => {
    expect(chargedTwice([october, invoice('2', [charge('10-15', '11-15')])])).toEqual([
      {
        invoices: [
          { id: '1', number: '1' },
          { id: '2', number: '2' },
        ],
        subscriptionId: 'sub_1',
        name: 'Scale',
        start: day('10-15'),
        end: day('11-01'),
      },
    ])
  })

  test('names each pair of invoices once a price', () => {
    const two = [charge('10-01', '11-01'), charge('10-01', '11-01'), charge('10-01', '11-01', { priceId: 'other' })]
    expect(chargedTwice([invoice('1', two), invoice('2', two)])).toHaveLength(2)
  })

  test.each<[string, ChargedInvoice]>([
    ['the next period', invoice('2', [charge('11-01', '12-01')])],
    ['another price', invoice('2', [charge('10-01', '11-01', { priceId: 'price_seats' })])],
    ['another subscription', invoice('2', [charge('10-01', '11-01')], { subscriptionId: 'sub_2' })],
    ['an invoice without a subscription', invoice('2', [charge('10-01', '11-01')], { subscriptionId: null })],
    ['a charge of nothing', invoice('2', [charge('10-01', '11-01', { amount: '0.00' })])],
    ['an unreadable amount', invoice('2', [charge('10-01', '11-01', { amount: null })])],
    ['a credit', invoice('2', [charge('10-01', '11-01', { amount: '-100' })])],
    [
      'a charge after a credit of the same',
      invoice('2', [charge('10-01', '11-01', { amount: '-100' }), charge('10-01', '11-01')]),
    ],
    ['an unknown period', invoice('2', [charge('10-01', '11-01', { end: null })])],
    ['an invoice with more lines than are kept', invoice('2', null)],
    ['a gone invoice', invoice('2', [charge('10-01', '11-01')], { goneAt: day('11-02') })],
    ...['void', 'draft', 'test', 'deletedFromPaymentGateway'].map((status): [string, ChargedInvoice] => [
      `an invoice with the status ${status}`,
      invoice('2', [charge('10-01', '11-01')], { status }),
    ]),
  ])('is not %s', (_, other) => {
    expect(chargedTwice([october, other])).toEqual([])
    expect(chargedTwice([other, october])).toEqual([])
  })

  test('is settled by a credit on a third invoice, and not by a smaller one', () => {
    const second = invoice('2', [charge('10-01', '11-01')])
    expect(chargedTwice([october, second, refund('-100')])).toEqual([])
    expect(chargedTwice([october, second, refund('-0.01')])).toHaveLength(1)
  })

  test('uses a credit once: of three charges it settles one', () => {
    expect(
      chargedTwice([october, invoice('2', october.charges), invoice('3', october.charges), refund('-100')]),
    ).toHaveLength(1)
    expect(
      chargedTwice([october, invoice('2', october.charges), invoice('3', october.charges), refund('-200')]),
    ).toEqual([])
  })

  test('compares 200 invoices of 100 lines within a second, and names 50 pairs at most', () => {
    const lines = Array.from({ length: 100 }, (_, nth) => charge('10-01', '12-31', { priceId: `p${nth}` }))
    const many = Array.from({ length: 200 }, (_, nth) => invoice(String(nth), lines))
    const started = performance.now()
    expect(chargedTwice(many)).toHaveLength(50)
    const apart = many.map((each, nth) => ({ ...each, subscriptionId: `sub_${nth}` }))
    expect(chargedTwice(apart)).toEqual([])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('counts an unknown status, which may be payable', () => {
    for (const status of ['frobnicated', null])
      expect(chargedTwice([october, { ...october, id: '2', status }])).toHaveLength(1)
  })
})

test('an invoice is compared when each charge has price, period and amount, and it has a subscription', () => {
  expect(isCompared(october)).toBe(true)
  expect(isCompared(invoice('1', [charge('10-01', '11-01', { name: null })]))).toBe(true)
  for (const missing of ['priceId', 'start', 'end', 'amount'])
    expect(isCompared(invoice('1', [charge('10-01', '11-01', { [missing]: null })]))).toBe(false)
  expect(isCompared({ ...october, subscriptionId: null })).toBe(false)
  expect(isCompared(invoice('1', null))).toBe(false)
})

describe('charged after the end', () => {
  const late = invoice('2', [charge('10-01', '11-01'), charge('11-01', '12-01')])

  test('is not a charge that a credit settles', () => {
    const ended = [{ id: 'sub_1', endDate: day('11-01') }]
    expect(chargedAfterEnd([late, refund('-100', '11-01', '12-01')], ended)).toEqual([])
    expect(chargedAfterEnd([late, refund('-99', '11-01', '12-01')], ended)).toHaveLength(1)
  })

  test('is a charge for a time at or after the end of its subscription', () => {
    expect(chargedAfterEnd([october, late], [{ id: 'sub_1', endDate: day('11-01') }])).toEqual([
      {
        invoice: { id: '2', number: '2' },
        subscriptionId: 'sub_1',
        name: 'Scale',
        start: day('11-01'),
        subscriptionEnd: day('11-01'),
      },
    ])
  })

  test.each([
    ['without an end', [{ id: 'sub_1', endDate: null }]],
    ['with a later end', [{ id: 'sub_1', endDate: day('11-02') }]],
    ['that is not known', []],
  ])('is not found for a subscription %s', (_, subscriptions) => {
    expect(chargedAfterEnd([late], subscriptions)).toEqual([])
  })
})
