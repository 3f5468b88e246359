import type { InvoiceView } from '@/contract/console/invoice'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { readable } from '@/lib/format/unreadable'

/** Its human-facing number, else its id. */
const invoiceNumber = ({ id, vanityId, vanityIdString }: InvoiceView) =>
  withoutBidi(shortName(readable(vanityIdString) ?? readable(vanityId) ?? id))

/** "Invoice 1042". */
export const invoiceTitle = (invoice: InvoiceView) => `Invoice ${invoiceNumber(invoice)}`

/** "1042 · Invoice": of many tabs the beginnings alone are seen. */
export const invoiceTabTitle = (invoice: InvoiceView) => `${invoiceNumber(invoice)} · Invoice`
