import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InvoiceStatus } from '@/contract/billing/invoice'
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

it('asserts nothing that was not seen: each meaning says whose word it is', () => {
  for (const status of InvoiceStatus.options) expect(invoiceStatusMeaning(status)).toMatch(`API status “${status}”: `)
})
