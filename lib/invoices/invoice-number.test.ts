import { expect, it } from 'vitest'
import { invoiceNames, invoiceNumber, sharedNumbers } from './invoice-number'

const INVOICES = [
  { id: 'inv_1', number: '1042' },
  { id: 'inv_2', number: '1042' },
  { id: 'inv_3', number: '1043' },
  { id: 'inv_3', number: '1043' },
  { id: 'inv_4', number: null },
  { id: 'inv_5', number: null },
]

it('invoiceNumber is the other number when one is empty', () => {
  expect(invoiceNumber({ vanityIdString: '', vanityId: '1042' })).toBe('1042')
  expect(invoiceNumber({ vanityIdString: '', vanityId: undefined })).toBeNull()
})

it('invoiceNames adds the IDs of two invoices with the same number', () => {
  expect(INVOICES.map(invoiceNames(INVOICES))).toEqual([
    'Invoice 1042 (ID inv_1)',
    'Invoice 1042 (ID inv_2)',
    'Invoice 1043',
    'Invoice 1043',
    'inv_4',
    'inv_5',
  ])
  expect([...sharedNumbers(INVOICES)]).toEqual(['1042'])
})
