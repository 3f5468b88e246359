import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isAbsent } from '../../format/unreadable'

/** Whether a line's period begins at or after the instant at which its subscription ends; false where one is not known. */
export function isAfterEnd(
  { startDate }: Pick<InvoiceLineItemView, 'startDate'>,
  endDate: SubscriptionView['endDate'],
): boolean {
  return !isAbsent(startDate) && !isAbsent(endDate) && Date.parse(startDate) >= Date.parse(endDate)
}
