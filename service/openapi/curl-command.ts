import type { BillingOperationName } from '@/contract/billing/operations'
import { BILLING_OPERATIONS } from '@/contract/billing/operations'

const TARGETS: Record<BillingOperationName, string> = {
  cancelSubscription: '/external/subscriptions/sub_acme/cancel',
  deleteSubscription: '/external/subscriptions/sub_draft',
  getSubscription: '/external/subscriptions/sub_acme/expanded',
  getInvoice: '/external/invoices/inv_1042/with-line-items',
  listTransactions: '/external/customers/external-id/acme-inc/transactions?page=1&pageSize=20&order=desc',
}

/** Returns a shell command that calls the operation; it reads `BILLING_URL` and `BILLING_KEY`. */
export function curlCommand(name: BillingOperationName, body: unknown): string {
  const { method } = BILLING_OPERATIONS[name]
  return [
    `curl "$BILLING_URL${TARGETS[name]}"`,
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    '--header "x-api-key: $BILLING_KEY"',
    ...(body === undefined ? [] : ['--header "content-type: application/json"', `--data '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}
