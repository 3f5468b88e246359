import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { readable } from '../../format/unreadable'

/** True when a line's period starts at or after the end of its subscription; false when either is unknown. */
export function isAfterEnd(line: Pick<InvoiceLineItemView, 'startDate'>, endDate: string | null): boolean {
  const startDate = readable(line.startDate)
  return startDate !== null && endDate !== null && Date.parse(startDate) >= Date.parse(endDate)
}
