import type { InvoiceView } from '@/contract/console/invoice'
import { shortName } from '../../format/amount'
import { readable } from '../../format/unreadable'

/** Returns the invoice number, preferably the text form; null when neither is readable. */
export const invoiceNumber = ({ vanityIdString, vanityId }: Pick<InvoiceView, 'vanityIdString' | 'vanityId'>) =>
  readable(vanityIdString) ?? readable(vanityId)

/** Returns the invoice number, else the id, shortened. */
export const invoiceName = (invoice: Pick<InvoiceView, 'id' | 'vanityIdString' | 'vanityId'>) =>
  shortName(invoiceNumber(invoice) ?? invoice.id)
