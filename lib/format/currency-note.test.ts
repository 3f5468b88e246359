import { expect, it } from 'vitest'
import { currencyNote } from './currency-note'

const unreadable = { unreadable: '{}' }

it('currencyNote names the source of the currency', () => {
  expect(currencyNote('sub_1', { currency: 'EUR' }, null)).toBe('EUR per subscription')
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
