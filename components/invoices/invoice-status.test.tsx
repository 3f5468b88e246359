import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { InvoiceStatusPill, invoiceStatusLook, invoiceStatusMeaning } from './invoice-status'

const DAYS = { dueDate: '2027-03-03T00:00:00.000Z' }
const AT = '2027-02-10T12:00:00.000Z'
const html = (status: InvoiceView['status'], days: Partial<typeof DAYS> = DAYS, total = '5', at = AT) =>
  renderToStaticMarkup(<InvoiceStatusPill status={status} total={total} dueDate={null} at={at} {...days} />)
const pill = (...args: Parameters<typeof html>) => html(...args).replaceAll(/<[^>]+>/g, '')

it('InvoiceStatus shows the UTC due day while money is owed', () => {
  expect(pill('issued')).toBe('Issued due 3 Mar 2027')
  expect(pill('paid')).toBe('Paid')
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
  expect(['overdue', 'paymentFailed'].map((status) => invoiceStatusLook(status)?.tone)).toEqual(['red', 'red'])
})

it('InvoiceStatus shows the days since the due day in red, for every status of an owed invoice', () => {
  const late = '2027-08-25T00:00:00.000Z'
  expect(pill('issued', DAYS, '5', late)).toBe('Issued 175 days overdue')
  expect(pill('paymentFailed', DAYS, '5', late)).toBe('Payment failed 175 days overdue')
  expect(pill('overdue', DAYS, '5', late)).toBe('Overdue by 175 days')
  expect(html('issued', DAYS, '5', late)).toContain('text-red')
  expect(html('issued', DAYS, '5', DAYS.dueDate)).not.toContain('text-red')
  for (const [status, total] of [
    ['issued', '0.00'],
    ['paid', '5'],
  ] as const)
    expect(pill(status, DAYS, total, late)).not.toContain('overdue')
})

it('InvoiceStatus shows a total below zero as a credit: neither due, overdue nor paid', () => {
  for (const [status, words] of [
    ['issued', 'issued'],
    ['overdue', 'overdue'],
    ['paid', 'paid'],
    ['paymentFailed', 'payment failed'],
  ] as const) {
    expect(pill(status, DAYS, '-12.50', '2027-08-25T00:00:00.000Z')).toBe(`Credit status ${words}`)
    expect(html(status, DAYS, '-12.50')).not.toContain('text-red')
  }
  expect(pill('void', {}, '-12.50')).toBe('Void')
})
