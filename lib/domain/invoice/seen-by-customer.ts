import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isUnreadable } from '../../format/unreadable'

/** Whether a customer sees a line: unless it is `hidden`, or `showOnInvoice` is false. Null where that could not be read. */
export function isSeenByCustomer({ price }: Pick<InvoiceLineItemView, 'price'>): boolean | null {
  const { hidden, showOnInvoice } = price?.billable ?? {}
  if (hidden === true || showOnInvoice === false) return false
  return isUnreadable(hidden) || isUnreadable(showOnInvoice) ? null : true
}
