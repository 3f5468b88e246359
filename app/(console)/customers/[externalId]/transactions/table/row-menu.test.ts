import { expect, it } from 'vitest'
import { whyNoInvoice, whyNoSubscription } from './row-menu'

const unreadable = { unreadable: '{}' }

it('whyNoInvoice says that a row has no invoice only when none was sent', () => {
  expect(whyNoInvoice('inv_1')).toBeNull()
  expect(whyNoInvoice(undefined)).toBe('This transaction has no invoice')
  expect(whyNoInvoice(unreadable)).toBe('The invoice of this transaction could not be read')
})

it('whyNoSubscription says that an invoice names no subscription only when none was sent', () => {
  expect(whyNoSubscription({ subscriptionId: 'sub_1' })).toBeNull()
  expect(whyNoSubscription({ subscriptionId: undefined })).toBe('The invoice names no subscription')
  expect(whyNoSubscription({ subscriptionId: unreadable })).toBe(
    'The invoice names a subscription that could not be read',
  )
})
