import type { InvoiceStatus } from '@/contract/billing/invoice'
import type { InvoiceTotals, InvoiceView } from './invoice'
import type { Field } from '@/lib/billing-api/view-of'
import { calendarDaysBetween } from '@/lib/time/instant'
import { usableDate } from '@/lib/time/usable-date'

/** The statuses of section 2.5 in which the customer is expected to pay: only then can an invoice be overdue. */
export const OWED_STATUSES: readonly InvoiceStatus[] = [
  'readyToCollect',
  'pendingPayment',
  'issued',
  'paymentActionRequired',
  'paymentFailed',
  'overdue',
]

/** The statuses of an invoice that is not charged: its amounts are in no sum of those that are. */
export const NOT_CHARGED_STATUSES: readonly InvoiceStatus[] = ['test', 'draft', 'void', 'deletedFromPaymentGateway']

/** True for a status in which the invoice is charged; also for an unknown one. */
export const isChargedStatus = (status: unknown): boolean => !NOT_CHARGED_STATUSES.some((other) => other === status)

/** True for an invoice that can be payable or paid; also for an unknown status. */
export const isPayableOrPaid = ({ status, goneAt }: { status: string | null; goneAt: string | null }): boolean =>
  goneAt === null && isChargedStatus(status)

/** True for a status in which the customer is expected to pay; false for an unknown one. */
export const isOwedStatus = (status: unknown): boolean => OWED_STATUSES.some((owed) => owed === status)

/** The fields that decide whether an invoice is owed. */
interface OwedInvoice {
  status: unknown
  /** The sum of all lines; null when it is unknown or lacks a line. */
  total: string | null
  /** What is still to pay by the API's own sums, if they say it. */
  owed?: string | null | undefined
  dueDate: Field<string> | null
}

/** Returns the sum of all lines; null when it is unknown or lacks a line. */
export const completeTotal = (totals: InvoiceTotals | null): string | null =>
  totals === null || totals.unreadableLines > 0 ? null : totals.total

/** Returns the sum of the lines that the customer sees; null when it is unknown or lacks a line. */
export const completeCustomerTotal = (totals: InvoiceTotals | null): string | null =>
  totals === null || totals.unreadableCustomerLines > 0 ? null : totals.customerTotal

/** Returns what is still to pay by the API's own sums, else the sum of all lines; null when it is unknown or lacks a line. */
export function amountOwed({ totals, payable }: Pick<InvoiceView, 'totals' | 'payable'>): string | null {
  if (payable === null || payable === 'unclear') return completeTotal(totals)
  // An amount due of zero only says that the customer pays nothing: the credit is there until something has used it.
  return isCredit(payable.total) && payable.dueBy.length === 0 ? payable.total : payable.due
}

/** True for a total below zero, which is neither owed nor paid. */
export const isCredit = (total: string | null): boolean => total !== null && /^-.*[1-9]/.test(total)

/** True for a total of zero or less; false for an unknown one. */
export const isZeroOrLess = (total: string | null): boolean =>
  isCredit(total) || (total !== null && /^-?0+(?:\.0+)?$/.test(total))

/** True while the customer is expected to pay: the status says so, and the amount is not known to be zero or less. */
export const isOwed = ({ status, total, owed }: Pick<OwedInvoice, 'status' | 'total' | 'owed'>): boolean =>
  isOwedStatus(status) && !isZeroOrLess(owed ?? total)

/** Returns the UTC days since the due day of an owed invoice; 0 until it has passed, and for any other invoice. */
export function daysOverdue(invoice: OwedInvoice, at: string): number {
  const due = usableDate(invoice.dueDate)
  return due === null || !isOwed(invoice) ? 0 : Math.max(0, calendarDaysBetween(due, at, 'UTC'))
}

/** True for an invoice of the index that is overdue: by its status, or still owed after its due day (UTC). */
export const isOverdue = (invoice: OwedInvoice & { goneAt: string | null }, at: string): boolean =>
  invoice.goneAt === null && ((invoice.status === 'overdue' && isOwed(invoice)) || daysOverdue(invoice, at) > 0)
