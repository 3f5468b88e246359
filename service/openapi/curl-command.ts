import type { BillingOperationName } from '@/contract/billing/operations'
import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import { EXAMPLE_PATHS } from './example-responses'

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
