import 'server-only'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { readBilling } from './billing-client'
import type { BillingTarget } from './billing-request'
import { env } from './env'
import type { OperationContext } from './operation-context'
import { readingContext } from './reading-context'
import { transactionPageView } from './readers/transaction-page-view'

/**
 * One page of a customer's ledger, in the API's own order (section 4.5).
 * @throws ProblemError as `readBilling`
 */
export async function listTransactions(
  _context: OperationContext,
  input: ConsoleInput<'listTransactions'>,
): Promise<TransactionPageView> {
  const answer = await readBilling(transactionsTarget(input))
  return transactionPageView(answer.json, input, readingContext(answer))
}

/** The target of a page; its query names are settings, because the interface document does not show them. */
export function transactionsTarget({
  externalId,
  page,
  pageSize,
  order,
}: ConsoleInput<'listTransactions'>): BillingTarget {
  const settings = env()
  return {
    operation: 'listTransactions',
    params: { externalId },
    query: {
      [settings.BILLING_API_PAGE_PARAM]: String(page),
      [settings.BILLING_API_PAGE_SIZE_PARAM]: String(pageSize),
      [settings.BILLING_API_ORDER_PARAM]: order,
    },
  }
}
