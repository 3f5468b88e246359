import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isSeenByCustomer } from '../domain/invoice/seen-by-customer'

/** What keeps a line out of the customer total, or the customer total from being known; null where nothing does. */
export function visibilityLabel(line: InvoiceLineItemView): string | null {
  const seen = isSeenByCustomer(line)
  if (seen === null) return 'Not known whether the customer sees it'
  return seen ? null : 'Hidden from the customer'
}
