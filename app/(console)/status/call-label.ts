import type { FailedCall } from '@/contract/console/status'

const LABELS: Record<FailedCall['operation'], string> = {
  getSubscription: 'Read subscription',
  getInvoice: 'Read invoice',
  listTransactions: 'List transactions',
  cancelSubscription: 'Cancel subscription',
  deleteSubscription: 'Delete subscription',
}

/** What a call asks of the billing API. */
export const callLabel = (operation: FailedCall['operation']) => LABELS[operation]
