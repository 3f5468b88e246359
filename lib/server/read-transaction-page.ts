import 'server-only'
import type { ListTransactionsQuery } from '@/contract/console/operations'
import type { TransactionPageView } from '@/contract/console/transaction'
import { readBilling } from './billing-client'
import type { BillingTarget } from './billing-request'
import { env } from './env'
import { pathId } from './path-id'
import { readingContext } from './reading-context'
import { transactionPageView } from './readers/transaction-page-view'

/** A customer by the id in the caller's own system, and which page of the ledger. */
export type TransactionPageRequest = ListTransactionsQuery & { externalId: string }

/**
 * One page of a customer's ledger, in the API's own order (section 4.5).
 * @throws ProblemError `invalid_id` or as `readBilling`
 */
export async function readTransactionPage(request: TransactionPageRequest): Promise<TransactionPageView> {
  const answer = await readBilling(transactionPageTarget(request))
  return transactionPageView(answer.json, request, readingContext(answer))
}

/** The target of a page; its query names are settings, because the interface document does not show them. */
export function transactionPageTarget({ externalId, page, pageSize, order }: TransactionPageRequest): BillingTarget {
  const settings = env()
  return {
    operation: 'listTransactions',
    params: { externalId: pathId(externalId) },
    query: {
      [settings.BILLING_API_PAGE_PARAM]: String(page),
      [settings.BILLING_API_PAGE_SIZE_PARAM]: String(pageSize),
      [settings.BILLING_API_ORDER_PARAM]: order,
    },
  }
}
