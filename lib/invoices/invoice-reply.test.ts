import { describe, expect, it } from 'vitest'
import type { InvoiceTotals, InvoiceView } from './invoice'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { GERMAN } from '@/lib/text/german'
import { bareInvoice } from '@/testing/console/bare-views'
import { creditLabel, invoiceReply } from './invoice-reply'

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

const reply = (sent: Partial<InvoiceView>, currency: string | null = 'USD', say: Sentences = ENGLISH) =>
  invoiceReply(invoice(sent), currency, say)?.short ?? null
const inGerman = (sent: Partial<InvoiceView>) => reply(sent, 'USD', GERMAN)

describe('invoiceReply in German', () => {
  it('names what is due, paid, a credit, or closed, and what to do', () => {
    const subject = 'Rechnung 1030 über 20.257,98 USD'
    expect(inGerman({})).toBe(`${subject} war am 17. Oktober 2026 fällig. Bitte begleichen Sie sie.`)
    expect(inGerman({ status: 'paid' })).toBe(`${subject} wurde bezahlt.`)
    expect(inGerman({ status: 'paymentFailed' })).toBe(
      `${subject} war am 17. Oktober 2026 fällig und nicht bezahlt: Die Zahlung ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsdaten und begleichen Sie die Rechnung.`,
    )
    expect(inGerman({ status: 'uncollectible' })).toBe(
      `${subject} ist als uneinbringlich geschlossen. Wir erwarten keine Zahlung mehr.`,
    )
    expect(inGerman(totals({ total: '-12.5', customerTotal: '-12.5' }))).toBe(
      'Rechnung 1030 ist eine Gutschrift über 12,50 USD. Sie müssen nichts bezahlen.',
    )
  })

  it('adds when it was issued to the long reply', () => {
    const issued = invoice({ status: 'paid', issueDate: '2026-10-03T00:00:00.000Z' })
    expect(invoiceReply(issued, 'USD', ENGLISH)?.long).toBe(
      'Invoice 1030 for USD 20,257.98 was paid. It was issued on 3 Oct 2026.',
    )
  })
})

describe('invoiceReply while the customer owes the invoice', () => {
  it('says "was due" from the UTC day after the due day', () => {
    expect(reply({})).toBe('Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026. Please pay it.')
    expect(reply({ asOf: LAST_MOMENT })).toBe('Invoice 1030 for USD 20,257.98 is due on 17 Oct 2026.')
    expect(reply({ status: 'overdue' })).toBe('Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026. Please pay it.')
    // The payment gateway charges it.
    for (const status of ['readyToCollect', 'pendingPayment'])
      expect(reply({ status })).toBe('Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026.')
  })

  it('does not say that an overdue invoice is due', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, DAY_AFTER, NO_DATE])
      expect(reply({ status: 'overdue', dueDate })).toBe('Invoice 1030 for USD 20,257.98 is overdue. Please pay it.')
  })

  it('returns null without a usable due date', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, NO_DATE]) expect(reply({ dueDate })).toBeNull()
  })

  it('says what to do about a payment that failed or waits for the customer', () => {
    const problem = (status: string, dueDate: InvoiceView['dueDate'] = DUE) => reply({ status, dueDate })
    expect(problem('paymentFailed')).toBe(
      'Invoice 1030 for USD 20,257.98 was due on 17 Oct 2026, and its payment failed. Please check your payment details and pay it.',
    )
    expect(reply({ status: 'paymentFailed', dueDate: undefined })).toBe(
      'Invoice 1030 for USD 20,257.98 is not paid: its payment failed. Please check your payment details and pay it.',
    )
    expect(problem('paymentActionRequired', '2026-10-20T00:00:00.000Z')).toBe(
      'Invoice 1030 for USD 20,257.98 is due on 20 Oct 2026, and its payment needs an action from you, for example a confirmation. Please complete the payment.',
    )
  })

  it('asks for no amount below a cent', () => {
    expect(reply(totals({ total: '0.004', customerTotal: '0.004' }))).toMatch(/ needs no payment\.$/)
    expect(reply(totals({ total: '0.005', customerTotal: '0.005' }))).toMatch(/ Please pay it\.$/)
  })

  it('says that a sum of zero needs no payment', () => {
    for (const status of ['issued', 'paymentFailed', 'overdue'])
      expect(reply({ status, ...totals({ customerTotal: '0', total: '0' }) })).toBe(
        'Invoice 1030 for USD 0.00 needs no payment.',
      )
  })

  it('returns null when only hidden lines have an amount, because nothing says whether they are charged', () => {
    expect(reply(totals({ customerTotal: '0', hiddenTotal: '100', total: '100' }))).toBeNull()
  })

  it('returns null when the customer sees an amount to pay, but the total of all lines is below zero', () => {
    expect(reply(totals({ total: '-5' }))).toBeNull()
  })
})

describe('invoiceReply of a credit', () => {
  const credit = totals({ total: '-12.5', customerTotal: '-12.5' })

  it.each([
    'issued',
    'overdue',
    'paymentFailed',
    'paymentActionRequired',
    'paid',
    'uncollectible',
    'pending',
    undefined,
  ])('never says that it is due or was paid, whatever the status: %s', (status) =>
    expect(reply({ status, ...credit })).toBe('Invoice 1030 is a credit of USD 12.50. You have nothing to pay.'),
  )

  it('says that a credit is void or a draft', () => {
    expect(reply({ status: 'void', ...credit })).toBe('Invoice 1030, a credit of USD 12.50, is void.')
    expect(reply({ status: 'draft', ...credit })).toBe('Invoice 1030 is a draft.')
  })

  it('leaves out an unknown amount', () => {
    expect(reply(totals({ total: '-5', customerTotal: null }))).toBe(
      'Invoice 1030 is a credit. You have nothing to pay.',
    )
    expect(creditLabel('-12.5', null)).toBe('Credit of 12.50')
  })
})

describe('invoiceReply', () => {
  it.each<[string, Partial<InvoiceView>]>([
    ['no list of lines', { totals: null }],
    ['a sum that was not computed', totals({ customerTotal: null })],
    ['a line without a readable amount', totals({ unreadableLines: 1, unreadableCustomerLines: 1 })],
    ['too many digits for a sentence', totals({ customerTotal: '9'.repeat(41) })],
  ])('leaves out the total: %s', (_, sent) => {
    expect(reply(sent)).toBe('Invoice 1030 was due on 17 Oct 2026. Please pay it.')
  })

  it('keeps the total when only a hidden line has no readable amount', () => {
    expect(reply(totals({ unreadableLines: 1, unreadableHiddenLines: 1 }))).toContain(' for USD 20,257.98 ')
  })

  it('leaves out a currency that is not known', () => {
    for (const currency of [null, 'usd', 'US dollar'])
      expect(reply({}, currency)).toBe('Invoice 1030 for 20,257.98 was due on 17 Oct 2026. Please pay it.')
  })

  it('leaves out a number that is missing, unreadable or too long', () => {
    for (const vanityIdString of [undefined, { unreadable: '{}' }, '1'.repeat(61)])
      expect(reply({ vanityIdString })).toBe('Your invoice for USD 20,257.98 was due on 17 Oct 2026. Please pay it.')
  })

  it.each([
    ['paid', 'Invoice 1030 for USD 20,257.98 was paid.'],
    ['void', 'Invoice 1030 for USD 20,257.98 is void.'],
    ['draft', 'Invoice 1030 is a draft.'],
  ])('states the status %s, with or without a due date', (status, sentence) => {
    for (const dueDate of [DUE, undefined]) expect(reply({ status, dueDate })).toBe(sentence)
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
    expect(reply({ status })).toBe('Invoice 1030 for USD 20,257.98 has the due date 17 Oct 2026.')
    expect(reply({ status, dueDate: undefined })).toBeNull()
  })

  it('says that no payment is expected of an uncollectible invoice', () => {
    expect(reply({ status: 'uncollectible' })).toBe(
      'Invoice 1030 for USD 20,257.98 is closed as uncollectible. We no longer expect a payment.',
    )
  })

  it.each(['test', 'deletedFromPaymentGateway'])('returns null for the status %s', (status) => {
    expect(reply({ status })).toBeNull()
  })
})
