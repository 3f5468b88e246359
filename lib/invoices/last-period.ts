import type { InvoiceView } from './invoice'
import type { Days } from '@/lib/text/english'
import { readable } from '@/lib/billing-api/unreadable'
import { endMs, periodLastMoment } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { isPayableOrPaid } from './owed-statuses'
import { invoiceCharges } from './invoice-lines'

/** The last days of a subscription, which an invoice charges for. */
export interface LastPeriod {
  /** UTC days. */
  days: Days
  /** False when a later invoice is known, or may follow for usage. */
  isLastInvoice: boolean
}

/** An invoice of the same subscription that the console knows. */
type KnownInvoice = Pick<InvoiceView, 'id'> & { issueDate: string | null }

/**
 * Returns the last period of an ending or ended subscription when the invoice has lines up to its last day; null for other invoices, and
 * when a line goes beyond that day.
 * @param endDate the end of the subscription; null when it has none, or it is unknown
 */
export function lastPeriodOf(
  invoice: InvoiceView,
  endDate: string | null,
  known: readonly KnownInvoice[],
): LastPeriod | null {
  const end = usableDate(endDate)
  if (end === null || !isPayableOrPaid({ status: readable(invoice.status), goneAt: null })) return null
  const lastDay = periodLastMoment(null, end).slice(0, 10)
  const charges = (invoiceCharges(invoice) ?? []).flatMap(({ start, end: until, isUsage }) =>
    start === null || until === null
      ? []
      : [{ isUsage, from: start.slice(0, 10), to: periodLastMoment(start, until).slice(0, 10) }],
  )
  const last = charges.filter(({ to }) => to === lastDay)
  const [from] = last.map((charge) => charge.from).toSorted()
  if (from === undefined || charges.some(({ to }) => to > lastDay)) return null
  const issued = usableDate(invoice.issueDate)
  const hasLater =
    issued === null || known.some(({ id, issueDate }) => id !== invoice.id && issueDate !== null && issueDate > issued)
  // Usage up to the end may still be charged when the invoice has none and was issued before.
  const hasAll = (issued !== null && Date.parse(issued) >= endMs(end)) || last.some(({ isUsage }) => isUsage === true)
  return { days: { from, to: lastDay }, isLastInvoice: hasAll && !hasLater }
}
