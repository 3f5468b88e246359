import type { InvoiceStatus } from '@/contract/billing/invoice'

/** The statuses of section 2.5 in which the customer is expected to pay: only then can the invoice be overdue. */
export const OWED_STATUSES: readonly InvoiceStatus[] = [
  'readyToCollect',
  'pendingPayment',
  'issued',
  'paymentActionRequired',
  'paymentFailed',
  'overdue',
]
