import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { InvoiceView } from '@/contract/console/invoice'
import { InvoiceStatusPill, invoiceStatusLabel, invoiceStatusMeaning } from './invoice-status'

const DAYS = { dueDate: '2027-03-03T00:00:00.000Z', issueDate: '2027-02-01T23:59:00.000Z' }
const pill = (status: InvoiceView['status'], days: Partial<typeof DAYS> = DAYS) =>
  renderToStaticMarkup(<InvoiceStatusPill status={status} dueDate={null} {...days} />).replaceAll(/<[^>]+>/g, '')

it('InvoiceStatus shows the UTC due day while money is owed, else the issue date', () => {
  expect(pill('issued')).toBe('Issued · due 3 Mar 2027')
  expect(pill('paid')).toBe('Paid · issue date 1 Feb 2027')
  expect(pill('draft', {})).toBe('Draft')
  expect(pill('issued', { dueDate: '0001-01-01T00:00:00.000Z' })).toBe('Issued')
})

it('InvoiceStatus shows an unknown status as it was sent', () => {
  expect(pill('disputed')).toBe('disputed')
  expect(invoiceStatusMeaning('disputed')).toBe('API status “disputed”: not one that this console knows')
})

it('invoiceStatusMeaning explains a status and claims nothing that the console did not see', () => {
  expect(['issued', 'void', 'deletedFromPaymentGateway'].map(invoiceStatusMeaning)).toEqual([
    'Issued, not marked as paid',
    'Void: nothing to pay',
    'No longer at the payment gateway: check whether that was meant',
  ])
})

it('InvoiceStatus shows overdue in the same red as a failed payment', () => {
  expect(['overdue', 'paymentFailed'].map((status) => invoiceStatusLabel(status)?.tone)).toEqual(['red', 'red'])
})
