import type { InvoiceTotals, InvoiceView } from '@/contract/console/invoice'
import { isCurrency, writtenMoney } from '../../format/amount'
import { calendarDaysBetween, formatDate } from '../../format/instant'
import { nameInSentence } from '../../format/name-in-sentence'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { usableDate } from '../time/usable-date'
import { invoiceNumber } from './invoice-number'

type RepliedInvoice = Pick<InvoiceView, 'asOf' | 'dueDate' | 'status' | 'totals' | 'vanityId' | 'vanityIdString'>

interface InvoiceReplyFacts {
  /** ISO 4217 code of the subscription; null when it is unknown. */
  currency: string | null
  /** True while the customer is expected to pay, as the invoice's page judges it. */
  isOwed: boolean
}

/** Statuses of section 2.5 that concern only the merchant. */
const INTERNAL_STATUSES = new Set(['test', 'deletedFromPaymentGateway', 'uncollectible'])

/**
 * Returns the sentence that tells a customer the state of an invoice (section 2.5): "Invoice 1030 for USD 20,257.98 was due
 * on 17 Oct 2026." The amount is the customer total in cents, the days are UTC, and `asOf` decides between "is" and "was".
 * Says nothing about payment unless the status does. Null when there is nothing to tell.
 */
export function invoiceReply(invoice: RepliedInvoice, { currency, isOwed }: InvoiceReplyFacts): string | null {
  const { asOf, totals } = invoice
  const [status, dueDate] = [readable(invoice.status), usableDate(invoice.dueDate)]
  if (status !== null && INTERNAL_STATUSES.has(status)) return null
  const number = nameInSentence(invoiceNumber(invoice))
  const subject = number === null ? 'Your invoice' : `Invoice ${number}`
  // The lines of a draft can still change.
  if (status === 'draft') return `${subject} is a draft.`
  const total = completeTotal(totals)
  const invoiceFor = subject + (total === null ? '' : amountWords(total, currency))
  if (status === 'paid') return `${invoiceFor} was paid.`
  if (status === 'void') return `${invoiceFor} is void.`
  const hasNothingToPay = exactOf(total)?.lte(0) === true
  const day = dueDate === null ? null : formatDate(dueDate, 'UTC')
  if (!isOwed || hasNothingToPay) return day === null ? null : `${invoiceFor} has the due date ${day}.`
  if (dueDate !== null && calendarDaysBetween(dueDate, asOf, 'UTC') > 0) return `${invoiceFor} was due on ${day}.`
  if (status === 'overdue') return `${invoiceFor} is overdue.`
  return day === null ? null : `${invoiceFor} is due on ${day}.`
}

/** Returns the customer total; null when it is unknown or lacks a line. */
const completeTotal = (totals: InvoiceTotals | null): string | null =>
  totals === null || totals.unreadableCustomerLines > 0 ? null : totals.customerTotal

/** Returns ` for USD 20,257.98`, without an unknown currency; empty for a number that is too long to write. */
function amountWords(total: string, currency: string | null): string {
  const { text, more } = writtenMoney(total, null)
  if (more > 0) return ''
  return ` for ${isCurrency(currency) ? `${currency} ` : ''}${text}`
}
