import type { InvoiceView } from '@/contract/console/invoice'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { readable } from '@/lib/format/unreadable'

/** "Invoice 1042": by its human-facing number, else by its id. */
export const invoiceTitle = ({ id, vanityId, vanityIdString }: InvoiceView) =>
  `Invoice ${withoutBidi(shortName(readable(vanityIdString) ?? readable(vanityId) ?? id))}`
