import type { InvoiceView } from '@/contract/console/invoice'
import type { RecentInvoice } from '@/lib/browser/recent-page'
import { invoiceNumber } from '@/lib/domain/invoice/invoice-number'
import { readable, readableList } from '@/lib/format/unreadable'
import { invoiceTitle } from './invoice-title'

/** Builds the recents entry of an invoice; `currency` is its subscription's, null when it is unknown. */
export function recentInvoice(invoice: InvoiceView, currency: string | null): RecentInvoice {
  const { id, status, totals, asOf } = invoice
  return {
    kind: 'invoice',
    id,
    label: invoiceTitle(invoice),
    asOf,
    number: invoiceNumber(invoice),
    status,
    // A sum without all lines is not the total.
    total: totals && totals.unreadableLines === 0 ? totals.total : null,
    currency,
    dueDate: readable(invoice.dueDate),
    ...periodOf(invoice),
    subscriptionId: readable(invoice.subscriptionId),
    customerId: readable(invoice.customerId),
  }
}

/** Returns the span from the first start to the last end of the lines; null until a long invoice has all lines. */
function periodOf({ invoiceLineItems, totals }: InvoiceView): Pick<RecentInvoice, 'periodStart' | 'periodEnd'> {
  const lines = readableList(invoiceLineItems)
  if (lines.length < (totals?.lines ?? 0)) return { periodStart: null, periodEnd: null }
  const instants = (field: 'startDate' | 'endDate') => lines.flatMap((line) => readable(line[field]) ?? []).toSorted()
  return { periodStart: instants('startDate').at(0) ?? null, periodEnd: instants('endDate').at(-1) ?? null }
}
