import type { InvoiceView } from '@/contract/console/invoice'

/** Fields of section 2.5 for which null is a value of its own, told apart from a field that was not sent. */
export type NullableField =
  'externalId' | 'paymentGateway' | 'autoSyncInvoice' | 'autoSendInvoice' | 'autoChargeInvoice'

/** Whether null is what the API said, as far as the findings that travelled can tell. */
export function saidNull({ findings, ...invoice }: InvoiceView, field: NullableField): boolean {
  const allTravelled = findings.total === findings.items.length
  return invoice[field] === null && allTravelled && findings.items.every(({ path }) => path !== field)
}

/** Whether the list of lines was absent or no list: then there are no lines to sum, not a sum of nothing. */
export const lackedLines = ({ findings }: InvoiceView) =>
  findings.items.some(({ path, kind }) => path === 'invoiceLineItems' && (kind === 'missing' || kind === 'unreadable'))
