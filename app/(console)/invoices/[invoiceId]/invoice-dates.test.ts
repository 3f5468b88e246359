import { describe, expect, it } from 'vitest'
import { bareInvoice } from '@/testing/console/bare-views'
import { invoiceDates, overdueLabel } from './invoice-dates'

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
  id: 'inv_1',
  createdAt: '2026-10-01T00:00:00.000Z',
  updatedAt: '2026-10-20T09:00:00.000Z',
  dueDate: '2026-11-09T12:00:00.000Z',
  issueDate: '2026-10-10T00:00:00.000Z',
  pendingDate: '2026-10-09T00:00:00.000Z',
  status: 'issued',
  totals,
  asOf: '2026-11-21T12:00:00.000Z',
})

describe('invoiceDates', () => {
  it('sorts the dates chronologically', () => {
    expect(invoiceDates(invoice).map(({ label }) => label)).toEqual([
      'Created',
      'Pending date',
      'Issue date',
      'Updated',
      'Due date',
    ])
  })

  it('marks dates as upcoming or past at the time of the response', () => {
    const dates = invoiceDates({ ...invoice, asOf: '2026-10-15T00:00:00.000Z' })
    expect(dates.map(({ ahead }) => ahead)).toEqual([false, false, false, true, true])
  })

  it('puts missing dates last, neither upcoming nor past', () => {
    const dates = invoiceDates({ ...invoice, createdAt: undefined })
    expect(dates.at(-1)).toEqual({ label: 'Created', iso: undefined, isDay: false, ahead: false })
  })

  it('puts a placeholder date last, neither upcoming nor past', () => {
    const dates = invoiceDates({
      ...invoice,
      issueDate: '9999-12-31T00:00:00.000Z',
      dueDate: '0001-01-01T00:00:00.000Z',
    })
    expect(dates.slice(-2).map(({ label, ahead }) => [label, ahead])).toEqual([
      ['Issue date', false],
      ['Due date', false],
    ])
  })
})

describe('overdueLabel', () => {
  it('counts from the due day while the invoice is owed', () => {
    expect(overdueLabel(invoice)).toBe('12 days overdue')
    expect(overdueLabel({ ...invoice, status: 'paymentFailed', dueDate: '2026-11-20T23:00:00.000Z' })).toBe(
      '1 day overdue',
    )
  })

  it('starts when the UTC due day is over', () => {
    const dueDate = '2026-11-21T00:00:00.000Z'
    expect(overdueLabel({ ...invoice, dueDate })).toBeUndefined()
    expect(overdueLabel({ ...invoice, dueDate, asOf: '2026-11-22T00:00:00.000Z' })).toBe('1 day overdue')
  })

  it.each(['test', 'draft', 'paid', 'void', 'uncollectible', 'deletedFromPaymentGateway', 'unheardOf', undefined])(
    'returns nothing for an invoice with the status %s',
    (status) => expect(overdueLabel({ ...invoice, status })).toBeUndefined(),
  )

  it('counts the days when the total is unknown', () => {
    for (const unknown of [null, { ...totals, total: null }, { ...totals, total: null, unreadableLines: 2 }])
      expect(overdueLabel({ ...invoice, totals: unknown })).toBe('12 days overdue')
    for (const total of ['0.00', '-5'])
      expect(overdueLabel({ ...invoice, totals: { ...totals, total, unreadableLines: 1 } })).toBe('12 days overdue')
  })

  it('returns nothing before the due date, without a usable one, or when nothing is to be paid', () => {
    expect(overdueLabel({ ...invoice, dueDate: '2026-12-01T00:00:00.000Z' })).toBeUndefined()
    expect(overdueLabel({ ...invoice, dueDate: undefined })).toBeUndefined()
    for (const day of ['0001-01-01', '1970-01-01', '1899-12-30'])
      expect(overdueLabel({ ...invoice, dueDate: `${day}T00:00:00.000Z` })).toBeUndefined()
    expect(overdueLabel({ ...invoice, totals: { ...totals, total: '0.00' } })).toBeUndefined()
    expect(overdueLabel({ ...invoice, totals: { ...totals, total: '-5' } })).toBeUndefined()
  })
})
