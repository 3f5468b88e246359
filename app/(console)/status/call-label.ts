import type { FailedCall } from '@/contract/console/status'

const LABELS: Record<FailedCall['operation'], string> = {
  getSubscription: 'Read subscription',
  getInvoice: 'Read invoice',
  listTransactions: 'List transactions',
  cancelSubscription: 'Cancel subscription',
  deleteSubscription: 'Delete subscription',
}

/** Returns the label of a billing API call. */
export const callLabel = (operation: FailedCall['operation']) => LABELS[operation]
