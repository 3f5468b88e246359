import type { BillingOperationName } from '@/contract/billing/operations'
import { demoExample } from '../data/demo/demo-lines'

/** The instant of the examples. */
export const EXAMPLE_NOW = '2026-03-10T12:00:00.000Z'

/**
 * Returns the response of each operation for Acme of the demo, as examples of the document. A test compares each with
 * the response of the running service.
 */
export function exampleResponses(merchantId: string) {
  const { subscription, invoice, entries } = demoExample(merchantId, EXAMPLE_NOW)
  const { plan: _, ...withoutPlan } = subscription
  return {
    cancelSubscription: {
      cancelled: true,
      subscription: { ...withoutPlan, endDate: '2026-03-31T09:30:00.000Z', updatedAt: EXAMPLE_NOW },
    },
    deleteSubscription: undefined,
    getSubscription: subscription,
    getInvoice: invoice,
    listTransactions: { results: entries.toReversed(), count: entries.length, pages: 1, currentPage: 1 },
  } satisfies Record<BillingOperationName, unknown>
}

export const EXAMPLE_BODY = { externalCustomerId: 'acme-inc' }
