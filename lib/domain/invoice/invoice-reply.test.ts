import { describe, expect, it } from 'vitest'
import type { InvoiceTotals, InvoiceView } from '@/contract/console/invoice'
import { bareInvoice } from '@/testing/console/bare-views'
import { invoiceReply } from './invoice-reply'

const TOTALS: InvoiceTotals = {
  total: '30000',
  customerTotal: '20257.975',
  hiddenTotal: '9742.025',
  lines: 3,
  customerLines: 2,
  hiddenLines: 1,
  uncertainLines: 0,
  unreadableLines: 0,
  unreadableCustomerLines: 0,
  unreadableHiddenLines: 0,
}
const DUE = '2026-10-17T00:00:00.000Z'
const NO_DATE = '0001-01-01T00:00:00.000Z'
const DAY_AFTER = '2026-10-18T00:00:00.000Z'
const LAST_MOMENT = '2026-10-17T23:59:59.999Z'

const invoice = (sent: Partial<InvoiceView>): InvoiceView =>
  bareInvoice({ vanityIdString: '1030', status: 'issued', dueDate: DUE, asOf: DAY_AFTER, totals: TOTALS, ...sent })
const totals = (changes: Partial<InvoiceTotals>) => ({ totals: { ...TOTALS, ...changes } })

/** The reply of an invoice that the customer owes. */
const owed = (sent: Partial<InvoiceView>, currency: string | null = 'USD') =>
  invoiceReply(invoice(sent), { currency, isOwed: true })
/** The reply of an invoice that the customer does not owe. */
const notOwed = (sent: Partial<InvoiceView>) => invoiceReply(invoice(sent), { currency: 'USD', isOwed: false })

describe('invoiceReply while the customer owes the invoice', () => {
  it('says "was due" from the UTC day after the due day', () => {
    expect(owed({})).toBe('Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026.')
    expect(owed({ asOf: LAST_MOMENT })).toBe('Invoice 1030 for USD 20,257.98 is due on 17 Oct 2026.')
    expect(owed({ status: 'overdue' })).toBe('Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026.')
  })

  it('does not say that an overdue invoice is due', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, DAY_AFTER, NO_DATE])
      expect(owed({ status: 'overdue', dueDate })).toBe('Invoice 1030 for USD 20,257.98 is overdue.')
  })

  it('returns null without a usable due date', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, NO_DATE]) expect(owed({ dueDate })).toBeNull()
  })

  it('does not say that a sum of zero or less is due', () => {
    expect(owed(totals({ customerTotal: '0' }))).toBe('Invoice 1030 for USD 0.00 has the due date 17 Oct 2026.')
    expect(owed(totals({ customerTotal: '-5' }))).toBe('Invoice 1030 for USD −5.00 has the due date 17 Oct 2026.')
  })
})

describe('invoiceReply', () => {
  it.each<[string, Partial<InvoiceView>]>([
    ['no list of lines', { totals: null }],
    ['a sum that was not computed', totals({ customerTotal: null })],
    ['a line without a readable amount', totals({ unreadableLines: 1, unreadableCustomerLines: 1 })],
    ['too many digits for a sentence', totals({ customerTotal: '9'.repeat(41) })],
  ])('leaves out the total: %s', (_, sent) => {
    expect(owed(sent)).toBe('Invoice 1030 was due on 17 Oct 2026.')
  })

  it('keeps the total when only a hidden line has no readable amount', () => {
    expect(owed(totals({ unreadableLines: 1, unreadableHiddenLines: 1 }))).toContain(' for USD 20,257.98 ')
  })

  it('leaves out a currency that is not known', () => {
    for (const currency of [null, 'usd', 'US dollar'])
      expect(owed({}, currency)).toBe('Invoice 1030 for 20,257.98 was due on 17 Oct 2026.')
  })

  it('leaves out a number that is missing, unreadable or too long', () => {
    for (const vanityIdString of [undefined, { unreadable: '{}' }, '1'.repeat(61)])
      expect(owed({ vanityIdString })).toBe('Your invoice for USD 20,257.98 was due on 17 Oct 2026.')
  })

  it.each([
    ['paid', 'Invoice 1030 for USD 20,257.98 was paid.'],
    ['void', 'Invoice 1030 for USD 20,257.98 is void.'],
    ['draft', 'Invoice 1030 is a draft.'],
  ])('states the status %s, with or without a due date', (status, sentence) => {
    for (const dueDate of [DUE, undefined]) expect(notOwed({ status, dueDate })).toBe(sentence)
  })

  it.each([
    'pending',
    'paused',
    'readyToSync',
    'syncing',
    'readyToSend',
    'sending',
    'refunded',
    undefined,
    { unreadable: '7' },
  ])('claims nothing about payment for the status %j', (status) => {
    expect(notOwed({ status })).toBe('Invoice 1030 for USD 20,257.98 has the due date 17 Oct 2026.')
    expect(notOwed({ status, dueDate: undefined })).toBeNull()
  })

  it.each(['test', 'deletedFromPaymentGateway', 'uncollectible'])('returns null for the status %s', (status) => {
    expect(notOwed({ status })).toBeNull()
  })
})
