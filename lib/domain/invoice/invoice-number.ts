import type { InvoiceView } from '@/contract/console/invoice'
import { shortName } from '../../format/amount'
import { readable } from '../../format/unreadable'

/** What people call an invoice: its number, as text where that was sent; null where neither could be read. */
export const invoiceNumber = ({ vanityIdString, vanityId }: Pick<InvoiceView, 'vanityIdString' | 'vanityId'>) =>
  readable(vanityIdString) ?? readable(vanityId)

/** How an invoice is called where it must have a name: its number, else its id, cut where it is long. */
export const invoiceName = (invoice: Pick<InvoiceView, 'id' | 'vanityIdString' | 'vanityId'>) =>
  shortName(invoiceNumber(invoice) ?? invoice.id)
