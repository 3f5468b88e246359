import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '../format/unreadable'

/** What people call an invoice: its number, as text where that was sent; null where neither could be read. */
export const invoiceNumber = ({ vanityIdString, vanityId }: Pick<InvoiceView, 'vanityIdString' | 'vanityId'>) =>
  readable(vanityIdString) ?? readable(vanityId)
