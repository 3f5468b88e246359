import { Big } from 'big.js'
import type { InvoiceView } from './invoice'
import { nameInSentence } from '@/lib/text/bidi'
import { ENGLISH, type Sentences } from '@/lib/text/english'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { currencyDecimals } from '@/lib/money/currency-decimals'
import { exactOf } from '@/lib/money/decimal'
import { usableDate } from '@/lib/time/usable-date'
import { invoiceNumber } from './invoice-number'
import type { LastPeriod } from './last-period'
import {
  completeCustomerTotal,
  completeTotal,
  daysOverdue,
  isCredit,
  isOwedStatus,
  isZeroOrLess,
} from './owed-statuses'

type RepliedInvoice = Pick<
  InvoiceView,
  'asOf' | 'dueDate' | 'status' | 'totals' | 'payable' | 'vanityId' | 'vanityIdString' | 'currency' | 'isInMinorUnits'
>

/** Statuses of section 2.5 that concern only the merchant. */
const INTERNAL_STATUSES = new Set(['test', 'deletedFromPaymentGateway'])

/** The statuses in which the customer pays, and not the payment gateway. */
const PAID_BY_CUSTOMER = new Set(['issued', 'overdue'])

/**
 * Returns what to tell the customer about the state of an invoice (section 2.5): "Invoice 1030 is for USD 20,257.98. Payment was due on
 * 17 Oct 2026. Your invoice has the details." The amount is what the API's sums say, else the customer total; without it when they
 * contradict each other or the lines. Days are UTC, and `asOf` decides between "is" and "was". Null when there is nothing to say.
 * @param currency ISO 4217 code of the subscription; null when it is unknown
 * @param last the end of its subscription, when the invoice charges for it
 */
export function invoiceReply(
  invoice: RepliedInvoice,
  currency: string | null,
  say: Sentences,
  last: LastPeriod | null = null,
): string | null {
  const state = stateOf(invoice, isUnreadable(invoice.currency) ? null : currency, say)
  if (state === null || last === null) return state
  const days = say.span(last.days)
  return `${state} ${last.isLastInvoice ? say.lastInvoice(days) : say.lastPeriod(days)}`
}

function stateOf(invoice: RepliedInvoice, currency: string | null, say: Sentences): string | null {
  const { asOf, totals, payable } = invoice
  const [status, dueDate] = [readable(invoice.status), usableDate(invoice.dueDate)]
  if (status !== null && INTERNAL_STATUSES.has(status)) return null
  const number = nameInSentence(invoiceNumber(invoice))
  // The lines of a draft can still change.
  if (status === 'draft') return say.notFinal(say.invoice(number, null))
  const day = dueDate === null ? null : say.day(dueDate)
  const isUnclear = payable === 'unclear' || (payable === null && totals?.lines === 0)
  const total = isUnclear ? null : (payable?.total ?? completeCustomerTotal(totals))
  const due = isUnclear ? null : (payable?.due ?? total ?? completeTotal(totals))
  if (isCredit(isUnclear ? null : (total ?? completeTotal(totals)))) {
    const credit = total === null || invoice.isInMinorUnits ? null : say.money(total.replace('-', ''), currency)
    return status === 'void'
      ? say.voidCredit(say.invoice(number, null), credit)
      : say.creditInvoice(say.invoice(number, null), credit)
  }
  const amount = total === null || invoice.isInMinorUnits ? null : say.money(total, currency)
  const invoiceFor = say.invoice(number, amount)
  if (status === 'paid') return say.paid(invoiceFor)
  if (status === 'void') return say.void(invoiceFor)
  if (status === 'pending') return say.notIssued(invoiceFor)
  // Nothing says whether the customer owes it, as one that the merchant has written off.
  if (!isOwedStatus(status)) return null
  if (isUnclear) return day === null ? null : say.hasDueDate(invoiceFor, day)
  // Without the API's sums, nothing says whether hidden lines are charged when they decide it.
  if (payable === null && isZeroOrLess(due) !== isZeroOrLess(completeTotal(totals))) return null
  if (isZeroOrLess(inCents(due, currency))) return say.needsNoPayment(invoiceFor)
  const isPast = daysOverdue({ status, total: null, dueDate }, asOf) > 0
  const payment = paymentSentences({ status, day, isPast }, say)
  if (payment.length === 0) return null
  const open = payable && payable.dueBy.length > 0 && !invoice.isInMinorUnits ? say.money(payable.due, currency) : null
  return [say.owed(number, amount, open), ...payment].join(' ')
}

/** Rounds an amount to the currency's smallest unit, which is the least that can be paid. */
const inCents = (amount: string | null, currency: string | null): string | null =>
  exactOf(amount)?.round(currencyDecimals(currency), Big.roundHalfUp).toFixed() ?? amount

interface Owed {
  status: string | null
  /** The UTC due day; null when it is unknown. */
  day: string | null
  /** True once the due day is over. */
  isPast: boolean
}

/** Returns when the payment is due and what to do; empty when neither is known. */
function paymentSentences({ status, day, isPast }: Owed, say: Sentences): string[] {
  const due = day === null ? [] : [say.isDue(day, isPast)]
  if (status === 'paymentFailed' || status === 'paymentActionRequired') return [...due, say[status]]
  if (status === 'overdue') return [...(isPast ? due : [say.isOverdue]), say.hasDetails]
  return isPast && PAID_BY_CUSTOMER.has(status ?? '') ? [...due, say.hasDetails] : due
}

/** Returns `Credit of USD 12.50` for a total below zero. */
export function creditLabel(total: string, currency: string | null): string {
  const amount = ENGLISH.money(total.replace('-', ''), currency)
  return amount === null ? 'Credit' : `Credit of ${amount}`
}
