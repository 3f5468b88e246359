import type { InvoiceView } from '@/lib/invoices/invoice'
import { amountOwed, daysOverdue } from '@/lib/invoices/owed-statuses'
import { usableDate } from '@/lib/time/usable-date'
import { formatCount } from '@/lib/money/amount'

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

/**
 * Returns "12 days overdue", in UTC days after the due day, while the customer owes the invoice, whatever the total;
 * else undefined.
 */
export function overdueLabel(invoice: InvoiceView): string | undefined {
  const { status, dueDate, asOf } = invoice
  const days = daysOverdue({ status, total: amountOwed(invoice), dueDate }, asOf)
  return days === 0 ? undefined : `${formatCount(days, 'day')} overdue`
}
