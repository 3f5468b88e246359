import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
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

/** The path and query of each operation for Acme. */
export const EXAMPLE_PATHS: Record<BillingOperationName, string> = {
  cancelSubscription: '/external/subscriptions/sub_acme/cancel',
  deleteSubscription: '/external/subscriptions/sub_draft',
  getSubscription: '/external/subscriptions/sub_acme/expanded',
  getInvoice: '/external/invoices/inv_acme_12/with-line-items',
  listTransactions: '/external/customers/external-id/acme-inc/transactions?page=1&pageSize=20&order=desc',
}

export const EXAMPLE_BODY = { externalCustomerId: 'acme-inc' }

/** Returns a shell command that calls the operation; it reads `BILLING_URL` and `BILLING_KEY`. */
export function curlCommand(name: BillingOperationName, body: unknown): string {
  const { method } = BILLING_OPERATIONS[name]
  return [
    `curl "$BILLING_URL${EXAMPLE_PATHS[name]}"`,
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    '--header "x-api-key: $BILLING_KEY"',
    ...(body === undefined ? [] : ['--header "content-type: application/json"', `--data '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}
