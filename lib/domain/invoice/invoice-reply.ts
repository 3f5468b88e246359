import type { InvoiceTotals, InvoiceView } from '@/contract/console/invoice'
import { isCurrency, writtenMoney } from '../../format/amount'
import { formatDate } from '../../format/instant'
import { nameInSentence } from '../../format/bidi'
import { readable } from '../../format/unreadable'
import { currencyDecimals } from '../money/currency-decimals'
import { usableDate } from '../time/usable-date'
import { invoiceNumber } from './invoice-number'
import { completeTotal, daysOverdue, isCredit, isOwed, isOwedStatus, isZeroOrLess } from './owed-statuses'

type RepliedInvoice = Pick<
  InvoiceView,
  'asOf' | 'dueDate' | 'status' | 'totals' | 'payable' | 'vanityId' | 'vanityIdString' | 'isInMinorUnits'
>

/** Statuses of section 2.5 that concern only the merchant. */
const INTERNAL_STATUSES = new Set(['test', 'deletedFromPaymentGateway'])

/** The payment problem that a status reports, and what the customer must do. */
const PAYMENT_PROBLEMS = new Map([
  ['paymentFailed', ['its payment failed', 'Please check your payment details and pay it.']],
  [
    'paymentActionRequired',
    ['its payment needs an action from you, for example a confirmation', 'Please complete the payment.'],
  ],
])

/** The statuses in which the customer pays, and not the payment gateway. */
const PAID_BY_CUSTOMER = new Set(['issued', 'overdue'])

/**
 * Returns a sentence for the customer about the state of an invoice, and what to do (section 2.5): "Invoice 1030 for USD 20,257.98 was
 * due on 17 Oct 2026. Please pay it." The amount is what the API's sums say, else the customer total; without it when they contradict
 * each other or the lines. Days are UTC, and `asOf` decides between "is" and "was". Returns null when there is nothing to say.
 * @param currency ISO 4217 code of the subscription; null when it is unknown
 */
export function invoiceReply(invoice: RepliedInvoice, currency: string | null): string | null {
  const { asOf, totals, payable } = invoice
  const [status, dueDate] = [readable(invoice.status), usableDate(invoice.dueDate)]
  if (status !== null && INTERNAL_STATUSES.has(status)) return null
  const number = nameInSentence(invoiceNumber(invoice))
  const subject = number === null ? 'Your invoice' : `Invoice ${number}`
  // The lines of a draft can still change.
  if (status === 'draft') return `${subject} is a draft.`
  const day = dueDate === null ? null : formatDate(dueDate, 'UTC')
  const isUnclear = payable === 'unclear' || (payable === null && totals?.lines === 0)
  const total = isUnclear ? null : (payable?.total ?? customerTotal(totals))
  const due = isUnclear ? null : (payable?.due ?? total ?? completeTotal(totals))
  if (isCredit(isUnclear ? null : (total ?? completeTotal(totals)))) {
    const credit = `credit${invoice.isInMinorUnits ? '' : creditWords(total, currency)}`
    return status === 'void'
      ? `${subject}, a ${credit}, is void.`
      : `${subject} is a ${credit}. You have nothing to pay.`
  }
  const invoiceFor = subject + (total === null || invoice.isInMinorUnits ? '' : amountWords(total, currency))
  if (status === 'paid') return `${invoiceFor} was paid.`
  if (status === 'void') return `${invoiceFor} is void.`
  if (status === 'uncollectible') return `${invoiceFor} is closed as uncollectible. We no longer expect a payment.`
  if (isUnclear || !isOwedStatus(status)) return day === null ? null : `${invoiceFor} has the due date ${day}.`
  if (isZeroOrLess(due)) return `${invoiceFor} needs no payment.`
  // The customer sees an amount to pay, but the total of all lines is zero or less.
  if (payable === null && !isOwed({ status, total: completeTotal(totals) })) return null
  const isPast = daysOverdue({ status, total: null, dueDate }, asOf) > 0
  const open = payable && payable.dueBy.length > 0 && !invoice.isInMinorUnits ? amountWords(payable.due, currency) : ''
  return owedReply(invoiceFor + (open && `, of which${open.slice(4)} is open,`), { status, day, isPast })
}

interface Owed {
  status: string | null
  /** The UTC due day; null when it is unknown. */
  day: string | null
  /** True once the due day is over. */
  isPast: boolean
}

function owedReply(invoiceFor: string, { status, day, isPast }: Owed): string | null {
  const due = day === null ? null : `${isPast ? 'was' : 'is'} due on ${day}`
  const [problem, request] = PAYMENT_PROBLEMS.get(status ?? '') ?? []
  if (problem !== undefined)
    return `${invoiceFor} ${due === null ? 'is not paid:' : `${due}, and`} ${problem}. ${request}`
  if (status === 'overdue') return `${invoiceFor} ${isPast ? due : 'is overdue'}. Please pay it.`
  if (due === null) return null
  return `${invoiceFor} ${due}.${isPast && PAID_BY_CUSTOMER.has(status ?? '') ? ' Please pay it.' : ''}`
}

/** Returns the customer total; null when it is unknown or lacks a line. */
const customerTotal = (totals: InvoiceTotals | null): string | null =>
  totals === null || totals.unreadableCustomerLines > 0 ? null : totals.customerTotal

/** Returns ` for USD 20,257.98`, without an unknown currency; empty for a number that is too long to write. */
function amountWords(total: string, currency: string | null): string {
  const { text, more } = writtenMoney(total, null, currencyDecimals(currency))
  if (more > 0) return ''
  return ` for ${isCurrency(currency) ? `${currency} ` : ''}${text}`
}

/** Returns `Credit of USD 12.50` for a total below zero. */
export const creditLabel = (total: string, currency: string | null) => `Credit${creditWords(total, currency)}`

const creditWords = (total: string | null, currency: string | null) =>
  total === null ? '' : amountWords(total.replace('-', ''), currency).replace(' for ', ' of ')
