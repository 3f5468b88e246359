import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { InvoiceView } from '@/contract/console/invoice'
import { InvoiceStatusPill, invoiceStatusMeaning } from './invoice-status'

const DAYS = { dueDate: '2027-03-03T00:00:00.000Z', issueDate: '2027-02-01T23:59:00.000Z' }
const pill = (status: InvoiceView['status'], days: Partial<typeof DAYS> = DAYS) =>
  renderToStaticMarkup(<InvoiceStatusPill status={status} dueDate={null} {...days} />).replaceAll(/<[^>]+>/g, '')

it('carries its day, UTC always: when it is due while money is owed, else its issue date', () => {
  expect(pill('issued')).toBe('Issued · due 3 Mar 2027')
  expect(pill('paid')).toBe('Paid · issue date 1 Feb 2027')
  expect(pill('draft', {})).toBe('Draft')
})

it('is as it was sent where nobody knows it', () => {
  expect(pill('disputed')).toBe('disputed')
  expect(invoiceStatusMeaning('disputed')).toBe('API status “disputed”: not one that this console knows')
})

it('says whose word it is, and asserts nothing that was not seen', () => {
  expect(['issued', 'paymentFailed', 'deletedFromPaymentGateway'].map(invoiceStatusMeaning)).toEqual([
    'API status “issued”: issued, and not marked as paid',
    'API status “paymentFailed”: a payment did not succeed',
    'API status “deletedFromPaymentGateway”: no longer at the payment gateway: check whether that was meant',
  ])
})
