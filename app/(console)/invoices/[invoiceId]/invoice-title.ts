import type { InvoiceView } from '@/lib/invoices/invoice'
import { invoiceName } from '@/lib/invoices/invoice-number'
import { withoutBidi } from '@/lib/text/bidi'

/** Returns "Invoice 1042". */
export const invoiceTitle = (invoice: InvoiceView) => `Invoice ${withoutBidi(invoiceName(invoice))}`

/** Returns "1042 · Invoice": narrow browser tabs show only the start of a title. */
export const invoiceTabTitle = (invoice: InvoiceView) => `${withoutBidi(invoiceName(invoice))} · Invoice`
