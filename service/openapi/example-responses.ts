import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import type { TransactionPage } from '@/contract/billing/transaction'
import { SAMPLE_CUSTOMER } from '../samples/sample-customer'
import { sampleInvoice } from '../samples/sample-invoice'
import { sampleSubscription } from '../samples/sample-subscription'
import { sampleTransaction } from '../samples/sample-transaction'

/** The instant of the examples. */
export const EXAMPLE_NOW = '2026-03-10T12:00:00.000Z'

function exampleLedger(merchantId: string): TransactionPage {
  const usedAt = '2026-03-01T00:00:00.000Z'
  const usage = sampleTransaction(merchantId, {
    id: 'txn_2',
    createdAt: usedAt,
    updatedAt: usedAt,
    type: 'usage',
    amount: '-1250.5',
    previousBalance: '1000000.0000025',
    newBalance: '998749.5000025',
    eventId: 'evt_1',
    operationId: null,
  })
  return { results: [usage, sampleTransaction(merchantId)], count: 2, pages: 1, currentPage: 1 }
}

/**
 * Returns the response of each operation for the samples, as examples of the document. A test compares each with the
 * response of the running service.
 */
export function exampleResponses(merchantId: string) {
  const subscription = sampleSubscription(merchantId)
  const { plan: _, ...withoutPlan } = subscription
  return {
    cancelSubscription: {
      cancelled: true,
      subscription: { ...withoutPlan, endDate: '2026-03-31T00:00:00.000Z', updatedAt: EXAMPLE_NOW },
    },
    deleteSubscription: undefined,
    getSubscription: subscription,
    getInvoice: sampleInvoice(merchantId),
    listTransactions: exampleLedger(merchantId),
  } satisfies Record<BillingOperationName, unknown>
}

/** The path and query of each operation for the samples. */
export const EXAMPLE_PATHS: Record<BillingOperationName, string> = {
  cancelSubscription: '/external/subscriptions/sub_acme/cancel',
  deleteSubscription: '/external/subscriptions/sub_draft',
  getSubscription: '/external/subscriptions/sub_acme/expanded',
  getInvoice: '/external/invoices/inv_1042/with-line-items',
  listTransactions: '/external/customers/external-id/acme-inc/transactions?page=1&pageSize=20&order=desc',
}

export const EXAMPLE_BODY = { externalCustomerId: SAMPLE_CUSTOMER.externalId }

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
