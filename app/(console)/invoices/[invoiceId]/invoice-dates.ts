import { Big } from 'big.js'
import type { InvoiceView } from '@/contract/console/invoice'
import { isOwedStatus } from '@/lib/domain/invoice/owed-statuses'
import { usableDate } from '@/lib/domain/time/usable-date'
import { formatCount } from '@/lib/format/amount'
import { calendarDaysBetween, distanceInDays } from '@/lib/format/instant'

export interface InvoiceDate {
  label: string
  /** UTC instant. */
  iso: InvoiceView['createdAt']
  /** True for a day, which is always UTC; false for an instant. */
  isDay: boolean
  /** True when it is after the response; false without a usable date. */
  ahead: boolean
}

/** Returns the invoice's five dates chronologically, marked as upcoming or past at `asOf`; missing and unusable dates come last. */
export function invoiceDates(invoice: InvoiceView): InvoiceDate[] {
  const dates: [label: string, iso: InvoiceView['createdAt'], isDay: boolean][] = [
    ['Created', invoice.createdAt, false],
    ['Pending date', invoice.pendingDate, true],
    ['Issue date', invoice.issueDate, true],
    ['Due date', invoice.dueDate, true],
    ['Updated', invoice.updatedAt, false],
  ]
  return dates
    .map(([label, iso, isDay]) => ({ label, iso, isDay, ahead: (usableDate(iso) ?? '') > invoice.asOf }))
    .toSorted((a, b) => at(a) - at(b))
}

function at({ iso }: InvoiceDate): number {
  const usable = usableDate(iso)
  return usable === null ? Number.MAX_SAFE_INTEGER : Date.parse(usable)
}

/** True while the customer is expected to pay: the status says so, and the sum of all lines is not known to be zero or less. */
export const isOwed = ({ status, totals }: Pick<InvoiceView, 'status' | 'totals'>): boolean =>
  isOwedStatus(status) && !isNothingToPay(totals)

/**
 * Returns "12 days overdue", in UTC days after the due day, while the customer owes the invoice, whatever the total;
 * else undefined.
 */
export function overdueLabel(invoice: InvoiceView): string | undefined {
  const dueDate = usableDate(invoice.dueDate)
  if (!isOwed(invoice) || dueDate === null) return undefined
  const days = calendarDaysBetween(dueDate, invoice.asOf, 'UTC')
  return days <= 0 ? undefined : `${formatCount(days, 'day')} overdue`
}

/** True when the sum of all lines shows that there is nothing to pay. */
function isNothingToPay(totals: InvoiceView['totals']): boolean {
  if (totals === null || totals.total === null || totals.unreadableLines > 0) return false
  return new Big(totals.total).lte(0)
}

/** Returns "today" or "in 8 days", in UTC days like all days of an invoice. */
export const dueLabel = (dueDate: string, asOf: string): string => distanceInDays(dueDate, asOf, 'UTC')
