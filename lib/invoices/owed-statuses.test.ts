import { describe, expect, it } from 'vitest'
import type { InvoiceView } from './invoice'
import { bareInvoice } from '@/testing/console/bare-views'
import { amountOwed, daysOverdue } from './owed-statuses'

const totals = {
  total: '75',
  customerTotal: '75',
  hiddenTotal: '0',
  lines: 2,
  customerLines: 2,
  hiddenLines: 0,
  uncertainLines: 0,
  unreadableLines: 0,
  unreadableCustomerLines: 0,
  unreadableHiddenLines: 0,
}
const invoice = bareInvoice({
  dueDate: '2026-11-09T12:00:00.000Z',
  status: 'issued',
  totals,
  asOf: '2026-11-21T12:00:00.000Z',
})
const overdue = (of: InvoiceView) =>
  daysOverdue({ status: of.status, total: amountOwed(of), dueDate: of.dueDate }, of.asOf)

describe('daysOverdue', () => {
  it('counts from the due day while the invoice is owed', () => {
    expect(overdue(invoice)).toBe(12)
    expect(overdue({ ...invoice, status: 'paymentFailed', dueDate: '2026-11-20T23:00:00.000Z' })).toBe(1)
  })

  it('starts when the UTC due day is over', () => {
    const dueDate = '2026-11-21T00:00:00.000Z'
    expect(overdue({ ...invoice, dueDate })).toBe(0)
    expect(overdue({ ...invoice, dueDate, asOf: '2026-11-22T00:00:00.000Z' })).toBe(1)
  })

  it.each(['test', 'draft', 'paid', 'void', 'uncollectible', 'deletedFromPaymentGateway', 'unheardOf', undefined])(
    'returns nothing for an invoice with the status %s',
    (status) => expect(overdue({ ...invoice, status })).toBe(0),
  )

  it('counts the days when the total is unknown', () => {
    for (const unknown of [null, { ...totals, total: null }, { ...totals, total: null, unreadableLines: 2 }])
      expect(overdue({ ...invoice, totals: unknown })).toBe(12)
    for (const total of ['0.00', '-5'])
      expect(overdue({ ...invoice, totals: { ...totals, total, unreadableLines: 1 } })).toBe(12)
  })

  it('returns nothing before the due date, without a usable one, or when nothing is to be paid', () => {
    expect(overdue({ ...invoice, dueDate: '2026-12-01T00:00:00.000Z' })).toBe(0)
    expect(overdue({ ...invoice, dueDate: undefined })).toBe(0)
    for (const day of ['0001-01-01', '1970-01-01', '1899-12-30'])
      expect(overdue({ ...invoice, dueDate: `${day}T00:00:00.000Z` })).toBe(0)
    expect(overdue({ ...invoice, totals: { ...totals, total: '0.00' } })).toBe(0)
    expect(overdue({ ...invoice, totals: { ...totals, total: '-5' } })).toBe(0)
  })
})
