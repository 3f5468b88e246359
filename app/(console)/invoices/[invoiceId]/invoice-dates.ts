import { Big } from 'big.js'
import { invoiceStatusLabel } from '@/components/invoice-status'
import type { InvoiceView } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'
import { calendarDaysBetween, distanceInDays } from '@/lib/format/instant'
import { readable } from '@/lib/format/unreadable'

export interface InvoiceDate {
  label: string
  /** UTC instant. */
  iso: InvoiceView['createdAt']
  /** A day, UTC always; else an instant. */
  isDay: boolean
  /** Whether it lies ahead of the answer; false where there is no date. */
  ahead: boolean
}

/** The invoice's five dates in order of time, told apart as ahead or past by `asOf`; those without a date stand last. */
export function invoiceDates(invoice: InvoiceView): InvoiceDate[] {
  const dates: [label: string, iso: InvoiceView['createdAt'], isDay: boolean][] = [
    ['Created', invoice.createdAt, false],
    ['Pending date', invoice.pendingDate, true],
    ['Issue date', invoice.issueDate, true],
    ['Due date', invoice.dueDate, true],
    ['Updated', invoice.updatedAt, false],
  ]
  return dates
    .map(([label, iso, isDay]) => ({ label, iso, isDay, ahead: typeof iso === 'string' && iso > invoice.asOf }))
    .toSorted((a, b) => at(a) - at(b))
}

const at = ({ iso }: InvoiceDate) => (typeof iso === 'string' ? Date.parse(iso) : Number.MAX_SAFE_INTEGER)

/** "12 days overdue", in UTC days after the due day, where that is over and the customer still owes it, whatever the sum; else undefined. */
export function overdueInWords({ status, dueDate: sentDueDate, asOf, totals }: InvoiceView): string | undefined {
  const dueDate = readable(sentDueDate)
  const owed = invoiceStatusLabel(status)?.owed === true && !isNothingToPay(totals)
  if (!owed || dueDate === null) return undefined
  const days = calendarDaysBetween(dueDate, asOf, 'UTC')
  return days <= 0 ? undefined : `${formatCount(days, 'day')} overdue`
}

/** Only a sum of all lines can tell that there is nothing to pay. */
function isNothingToPay(totals: InvoiceView['totals']): boolean {
  if (totals === null || totals.total === null || totals.unreadableLines > 0) return false
  return new Big(totals.total).lte(0)
}

/** "today", "in 8 days": UTC days, as all days of an invoice. */
export const dueInWords = (dueDate: string, asOf: string): string => distanceInDays(dueDate, asOf, 'UTC')
