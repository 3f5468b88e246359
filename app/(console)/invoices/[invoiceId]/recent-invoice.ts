import type { InvoiceView } from '@/contract/console/invoice'
import type { RecentInvoice } from '@/lib/browser/recent-page'
import { invoiceNumber } from '@/lib/domain/invoice/invoice-number'
import { readable, readableList } from '@/lib/format/unreadable'
import { invoiceTitle } from './invoice-title'

/** What the browser remembers of an invoice; `currency` is its subscription's, null where that is not known. */
export function recentInvoice(invoice: InvoiceView, currency: string | null): RecentInvoice {
  const { id, status, totals, asOf } = invoice
  return {
    kind: 'invoice',
    id,
    label: invoiceTitle(invoice),
    asOf,
    number: invoiceNumber(invoice),
    status,
    // A sum that lacks a line is not what the invoice comes to.
    total: totals && totals.unreadableLines === 0 ? totals.total : null,
    currency,
    dueDate: readable(invoice.dueDate),
    ...periodOf(invoice),
    subscriptionId: readable(invoice.subscriptionId),
    customerId: readable(invoice.customerId),
  }
}

/** From the first start to the last end of its lines; not known before all lines of a long invoice are there. */
function periodOf({ invoiceLineItems, totals }: InvoiceView): Pick<RecentInvoice, 'periodStart' | 'periodEnd'> {
  const lines = readableList(invoiceLineItems)
  if (lines.length < (totals?.lines ?? 0)) return { periodStart: null, periodEnd: null }
  const instants = (field: 'startDate' | 'endDate') => lines.flatMap((line) => readable(line[field]) ?? []).toSorted()
  return { periodStart: instants('startDate').at(0) ?? null, periodEnd: instants('endDate').at(-1) ?? null }
}
