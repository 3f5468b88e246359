import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isSeenByCustomer } from '../domain/invoice/seen-by-customer'

/** Returns why a line is not in the customer total, or makes it unknown; null when it is included. */
export function visibilityLabel(line: InvoiceLineItemView): string | null {
  const seen = isSeenByCustomer(line)
  if (seen === null) return 'Not known whether the customer sees it'
  return seen ? null : 'Hidden from the customer'
}
