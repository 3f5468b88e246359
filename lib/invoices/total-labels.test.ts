import { describe, expect, it } from 'vitest'
import type { InvoiceTotals } from './invoice'
import {
  currencyNote as noteOf,
  customerTotalLabel,
  hiddenTotalLabel,
  isCustomerTotalOther,
  roundingLabel,
  totalLabel,
} from './total-labels'

const totals = (changes: Partial<InvoiceTotals>): InvoiceTotals => ({
  total: '75',
  customerTotal: '50',
  hiddenTotal: '25',
  lines: 3,
  customerLines: 2,
  hiddenLines: 1,
  uncertainLines: 0,
  unreadableLines: 0,
  unreadableCustomerLines: 0,
  unreadableHiddenLines: 0,
  ...changes,
})

describe('the label of a sum', () => {
  it('names its lines', () => {
    expect(totalLabel(totals({}))).toEqual({ note: 'sum of 3 lines', unknown: null })
    expect(customerTotalLabel(totals({}))).toEqual({ note: 'sum of 2 lines a customer sees', unknown: null })
  })

  it('says when lines are missing', () => {
    const some = totals({ unreadableLines: 1, unreadableCustomerLines: 1 })
    expect(totalLabel(some).note).toBe('Partial: 2 of 3 lines')
    expect(customerTotalLabel(some).note).toBe('Partial: 1 of 2 lines a customer sees')
  })

  it('says that the sum is unknown when no line has a readable amount', () => {
    const none = totals({ total: null, customerTotal: null, unreadableLines: 3, unreadableCustomerLines: 2 })
    expect(totalLabel(none).unknown).toEqual({
      short: 'Unknown',
      why: 'Total not known: no line has a readable amount.',
    })
    expect(customerTotalLabel(none).unknown?.why).toBe(
      'Lines that the customer sees not known: no line a customer sees has a readable amount.',
    )
  })

  it('covers the lines that the customer does not see', () => {
    expect(hiddenTotalLabel(totals({}))).toEqual({ note: 'sum of 1 line', unknown: null })
    expect(hiddenTotalLabel(totals({ hiddenTotal: null, unreadableHiddenLines: 1 })).unknown?.why).toBe(
      'Sum of hidden lines not known: no hidden line has a readable amount.',
    )
  })

  it('names the rounding only of a sum with fractions of a cent', () => {
    expect(roundingLabel('536.7051', 'USD')).toBe('rounded half up to cents')
    expect(['536.70', '536.700', null].map((total) => roundingLabel(total, null))).toEqual([null, null, null])
  })

  it('mentions the customer’s copy only when the two sums differ', () => {
    expect(isCustomerTotalOther(totals({}))).toBe(true)
    expect(isCustomerTotalOther(totals({ total: null }))).toBe(true)
    expect(isCustomerTotalOther(totals({ customerTotal: '75.00' }))).toBe(false)
    expect(isCustomerTotalOther(totals({ customerTotal: null }))).toBe(false)
  })

  it('says that the customer total is unknown when the visibility of a line is unreadable', () => {
    expect(customerTotalLabel(totals({ customerTotal: null, uncertainLines: 1 })).unknown).toEqual({
      short: 'Unknown',
      why: 'Lines that the customer sees not added up: whether a customer sees 1 line could not be read.',
    })
  })

  it('says that the sum is unknown when an amount has too many digits', () => {
    expect(totalLabel(totals({ total: null, unreadableLines: 1 })).unknown).toEqual({
      short: 'Not computed',
      why: 'Total not computed: an amount has more than 100 digits before or after the point.',
    })
  })
})

const unreadable = { unreadable: '{}' }

type Args = Parameters<typeof noteOf>
const currencyNote = (subscriptionId: Args[0]['subscriptionId'], ...others: [Args[1], Args[2]]) =>
  noteOf({ subscriptionId, isInMinorUnits: false }, ...others)

it('currencyNote names the source of the currency', () => {
  expect(currencyNote('sub_1', { currency: 'EUR' }, null)).toBe('EUR (from the subscription)')
})

it('currencyNote says "not sent" only when no currency was sent', () => {
  expect(currencyNote(undefined, undefined, null)).toBe('Currency not known: the invoice names no subscription')
  expect(currencyNote(unreadable, undefined, null)).toBe(
    'Currency not known: the invoice names a subscription that could not be read',
  )
  expect(currencyNote('sub_1', { currency: undefined }, null)).toBe('Currency not known: its subscription states none')
  expect(currencyNote('sub_1', { currency: unreadable }, null)).toBe(
    'Currency not known: the currency of its subscription could not be read',
  )
  expect(currencyNote('sub_1', undefined, new Error('gone'))).toBe(
    'Currency not known: its subscription could not be read',
  )
})

it('currencyNote says that amounts could not be converted, also when the currency was read later', () => {
  expect(noteOf({ subscriptionId: 'sub_1', isInMinorUnits: true }, { currency: 'EUR' }, null)).toBe(
    'Amounts are as sent, in minor units of an unknown currency',
  )
})
