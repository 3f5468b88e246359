import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isAbsent } from '../../format/unreadable'

/** True when a line's period starts at or after the end of its subscription; false when either is unknown. */
export function isAfterEnd(
  { startDate }: Pick<InvoiceLineItemView, 'startDate'>,
  endDate: SubscriptionView['endDate'],
): boolean {
  return !isAbsent(startDate) && !isAbsent(endDate) && Date.parse(startDate) >= Date.parse(endDate)
}
