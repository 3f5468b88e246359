import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { readable } from '../format/unreadable'

/** Whether the period of a line begins at or after the end of its subscription (UTC instants); false where one is not known. */
export function isAfterEnd({ startDate }: Pick<InvoiceLineItemView, 'startDate'>, endDate: string | null): boolean {
  const start = readable(startDate)
  return start !== null && endDate !== null && start >= endDate
}
