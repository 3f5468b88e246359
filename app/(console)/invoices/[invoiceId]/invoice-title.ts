import type { InvoiceView } from '@/contract/console/invoice'
import { invoiceNumber } from '@/lib/domain/invoice-number'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'

/** Its human-facing number, else its id. */
const invoiceName = (invoice: InvoiceView) => withoutBidi(shortName(invoiceNumber(invoice) ?? invoice.id))

/** "Invoice 1042". */
export const invoiceTitle = (invoice: InvoiceView) => `Invoice ${invoiceName(invoice)}`

/** "1042 · Invoice": of many tabs the beginnings alone are seen. */
export const invoiceTabTitle = (invoice: InvoiceView) => `${invoiceName(invoice)} · Invoice`
