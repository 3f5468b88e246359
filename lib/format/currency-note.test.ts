import { expect, it } from 'vitest'
import { currencyNote as noteOf } from './currency-note'

const unreadable = { unreadable: '{}' }

type Args = Parameters<typeof noteOf>
const currencyNote = (subscriptionId: Args[0]['subscriptionId'], ...others: [Args[1], Args[2]]) =>
  noteOf({ subscriptionId, isInMinorUnits: false }, ...others)

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

it('currencyNote says that amounts could not be converted, also when the currency was read later', () => {
  expect(noteOf({ subscriptionId: 'sub_1', isInMinorUnits: true }, { currency: 'EUR' }, null)).toBe(
    'Amounts are as sent, in minor units of an unknown currency',
  )
})
