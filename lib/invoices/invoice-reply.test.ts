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
  invoiceReply(invoice(sent), currency, say)
const inGerman = (sent: Partial<InvoiceView>) => reply(sent, 'USD', GERMAN)
const IS_FOR = 'Invoice 1030 is for USD 20,257.98.'
const DETAILS = 'Your invoice has the details.'

describe('invoiceReply in German', () => {
  it('names what is due, paid, a credit, or closed, and what to do', () => {
    const [subject, isFor] = ['Rechnung 1030 über 20.257,98 USD', 'Rechnung 1030 beträgt 20.257,98 USD.']
    expect(inGerman({})).toBe(
      `${isFor} Die Zahlung war am 17. Oktober 2026 fällig. Die Einzelheiten stehen auf Ihrer Rechnung.`,
    )
    expect(inGerman({ status: 'paid' })).toBe(`${subject} wurde bezahlt.`)
    expect(inGerman({ status: 'draft' })).toBe('Rechnung 1030 ist noch nicht endgültig.')
    expect(inGerman({ status: 'void' })).toBe(`${subject} ist storniert. Sie müssen sie nicht bezahlen.`)
    expect(inGerman({ status: 'paymentFailed' })).toBe(
      `${isFor} Die Zahlung war am 17. Oktober 2026 fällig. Die Zahlung ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsdaten.`,
    )
    expect(inGerman(totals({ total: '-12.5', customerTotal: '-12.5' }))).toBe(
      'Rechnung 1030 ist eine Gutschrift über 12,50 USD. Sie müssen nichts bezahlen.',
    )
  })
})

describe('invoiceReply of the end of a subscription', () => {
  const days = { from: '2026-11-05', to: '2026-12-04' }
  const saidOf = (isLastInvoice: boolean, say: Sentences, status = 'paid') =>
    invoiceReply(invoice({ status }), 'USD', say, { days, isLastInvoice })

  it('says that it is the last invoice and for which days, in both languages', () => {
    expect(saidOf(true, ENGLISH)).toBe(
      'Invoice 1030 for USD 20,257.98 was paid. It is the last invoice of this subscription, for 5 Nov to 4 Dec 2026.',
    )
    expect(saidOf(true, GERMAN)).toBe(
      'Rechnung 1030 über 20.257,98 USD wurde bezahlt. Sie ist die letzte Rechnung dieses Abonnements, für den 5. November bis 4. Dezember 2026.',
    )
  })

  it('says only that it is for the last period when another invoice may follow', () => {
    expect(saidOf(false, ENGLISH)).toMatch(/ It is for the last period of this subscription, 5 Nov to 4 Dec 2026\.$/)
    expect(saidOf(false, GERMAN)).toMatch(/ letzten Zeitraum dieses Abonnements, 5\. November bis 4\. Dezember 2026\.$/)
    expect(saidOf(true, ENGLISH, 'test')).toBeNull()
  })
})

describe('invoiceReply while the customer owes the invoice', () => {
  it('says "was due" from the UTC day after the due day', () => {
    expect(reply({})).toBe(`${IS_FOR} Payment was due on 17 Oct 2026. ${DETAILS}`)
    expect(reply({ asOf: LAST_MOMENT })).toBe(`${IS_FOR} Payment is due on 17 Oct 2026.`)
    expect(reply({ status: 'overdue' })).toBe(`${IS_FOR} Payment was due on 17 Oct 2026. ${DETAILS}`)
    // The payment gateway charges it.
    for (const status of ['readyToCollect', 'pendingPayment'])
      expect(reply({ status })).toBe(`${IS_FOR} Payment was due on 17 Oct 2026.`)
  })

  it('does not say that an overdue invoice is due', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, DAY_AFTER, NO_DATE])
      expect(reply({ status: 'overdue', dueDate })).toBe(`${IS_FOR} Payment is overdue. ${DETAILS}`)
  })

  it('returns null without a usable due date', () => {
    for (const dueDate of [undefined, { unreadable: 'soon' }, NO_DATE]) expect(reply({ dueDate })).toBeNull()
  })

  it('says what to do about a payment that failed or waits for the customer', () => {
    const problem = (status: string, dueDate: InvoiceView['dueDate'] = DUE) => reply({ status, dueDate })
    expect(problem('paymentFailed')).toBe(
      `${IS_FOR} Payment was due on 17 Oct 2026. The payment failed. Please check your payment details.`,
    )
    expect(reply({ status: 'paymentFailed', dueDate: undefined })).toBe(
      `${IS_FOR} The payment failed. Please check your payment details.`,
    )
    expect(problem('paymentActionRequired', '2026-10-20T00:00:00.000Z')).toBe(
      `${IS_FOR} Payment is due on 20 Oct 2026. The payment needs an action from you, for example a confirmation. Please complete the payment.`,
    )
  })

  it('asks for no amount below a cent', () => {
    expect(reply(totals({ total: '0.004', customerTotal: '0.004' }))).toMatch(/ needs no payment\.$/)
    expect(reply(totals({ total: '0.005', customerTotal: '0.005' }))).toMatch(/ is for USD 0\.01\. Payment was due /)
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

  it('says that a credit is no longer valid, or not final', () => {
    expect(reply({ status: 'void', ...credit })).toBe('Invoice 1030, a credit of USD 12.50, is no longer valid.')
    expect(reply({ status: 'draft', ...credit })).toBe('Invoice 1030 is not final yet.')
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
    expect(reply(sent)).toBe(`Invoice 1030 is open. Payment was due on 17 Oct 2026. ${DETAILS}`)
  })

  it('keeps the total when only a hidden line has no readable amount', () => {
    expect(reply(totals({ unreadableLines: 1, unreadableHiddenLines: 1 }))).toContain(' is for USD 20,257.98.')
  })

  it('leaves out a currency that is not known', () => {
    for (const currency of [null, 'usd', 'US dollar'])
      expect(reply({}, currency)).toBe(`Invoice 1030 is for 20,257.98. Payment was due on 17 Oct 2026. ${DETAILS}`)
  })

  it('leaves out a number that is missing, unreadable or too long', () => {
    for (const vanityIdString of [undefined, { unreadable: '{}' }, '1'.repeat(61)])
      expect(reply({ vanityIdString })).toBe(
        `Your invoice is for USD 20,257.98. Payment was due on 17 Oct 2026. ${DETAILS}`,
      )
  })

  it.each([
    ['paid', 'Invoice 1030 for USD 20,257.98 was paid.'],
    ['void', 'Invoice 1030 for USD 20,257.98 is no longer valid. You have nothing to pay for it.'],
    ['draft', 'Invoice 1030 is not final yet.'],
  ])('states the status %s, with or without a due date', (status, sentence) => {
    for (const dueDate of [DUE, undefined]) expect(reply({ status, dueDate })).toBe(sentence)
  })

  it('says that a pending invoice is not issued yet, without its due date', () => {
    expect(reply({ status: 'pending' })).toBe('Invoice 1030 for USD 20,257.98 is not issued yet.')
    expect(inGerman({ status: 'pending' })).toBe('Rechnung 1030 über 20.257,98 USD ist noch nicht ausgestellt.')
  })

  it.each([
    'paused',
    'readyToSync',
    'syncing',
    'readyToSend',
    'sending',
    'refunded',
    undefined,
    { unreadable: '7' },
    'test',
    'deletedFromPaymentGateway',
    'uncollectible',
  ])('returns null for the status %j, in which nothing says that the customer owes the invoice', (status) => {
    expect(reply({ status })).toBeNull()
  })
})
