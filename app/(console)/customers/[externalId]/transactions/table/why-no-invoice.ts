import type { InvoiceView } from '@/contract/console/invoice'
import type { AllocationBlockView } from '@/contract/console/transaction'
import { isUnreadable } from '@/lib/format/unreadable'

/** Returns why a transaction has no invoice link; null when it names an invoice. */
export function whyNoInvoice(invoiceId: AllocationBlockView['invoiceId']): string | null {
  if (invoiceId === undefined) return 'This transaction has no invoice'
  return isUnreadable(invoiceId) ? 'The invoice of this transaction could not be read' : null
}

/** Returns why an invoice has no subscription link; null when it names a subscription. */
export function whyNoSubscription({ subscriptionId }: Pick<InvoiceView, 'subscriptionId'>): string | null {
  if (subscriptionId === undefined) return 'The invoice names no subscription'
  return isUnreadable(subscriptionId) ? 'The invoice names a subscription that could not be read' : null
}
