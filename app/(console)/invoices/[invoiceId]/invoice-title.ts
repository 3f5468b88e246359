import type { InvoiceView } from '@/contract/console/invoice'

/** "Invoice 1042": by its human-facing number, else by its id. */
export const invoiceTitle = ({ id, vanityId, vanityIdString }: InvoiceView) =>
  `Invoice ${vanityIdString ?? vanityId ?? id}`
