import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isUnreadable } from '../../format/unreadable'

/** Returns false when the line is `hidden` or `showOnInvoice` is false, and null when that is unreadable; else true. */
export function isSeenByCustomer({ price }: Pick<InvoiceLineItemView, 'price'>): boolean | null {
  const { hidden, showOnInvoice } = price?.billable ?? {}
  if (hidden === true || showOnInvoice === false) return false
  return isUnreadable(hidden) || isUnreadable(showOnInvoice) ? null : true
}
