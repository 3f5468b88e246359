import type { InvoiceView } from '@/contract/console/invoice'
import { invoiceName } from '@/lib/domain/invoice/invoice-number'
import { withoutBidi } from '@/lib/format/bidi'

/** "Invoice 1042". */
export const invoiceTitle = (invoice: InvoiceView) => `Invoice ${withoutBidi(invoiceName(invoice))}`

/** "1042 · Invoice": of many tabs the beginnings alone are seen. */
export const invoiceTabTitle = (invoice: InvoiceView) => `${withoutBidi(invoiceName(invoice))} · Invoice`
