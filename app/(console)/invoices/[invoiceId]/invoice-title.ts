import type { InvoiceView } from '@/contract/console/invoice'
import { withoutBidi } from '@/lib/format/bidi'

/** "Invoice 1042": by its human-facing number, else by its id. */
export const invoiceTitle = ({ id, vanityId, vanityIdString }: InvoiceView) =>
  `Invoice ${withoutBidi(vanityIdString ?? vanityId ?? id)}`
