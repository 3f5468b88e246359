import type { InvoiceStatus } from '@/contract/billing/invoice'

/** The statuses of section 2.5 in which the customer is expected to pay: only then can an invoice be overdue. */
export const OWED_STATUSES: readonly InvoiceStatus[] = [
  'readyToCollect',
  'pendingPayment',
  'issued',
  'paymentActionRequired',
  'paymentFailed',
  'overdue',
]

/** True for a status in which the customer is expected to pay; false for an unknown one. */
export const isOwedStatus = (status: unknown): boolean => OWED_STATUSES.some((owed) => owed === status)
