import type { TransactionPageView } from '../transaction'
import type { BillingTarget } from '@/lib/billing-api/server/billing-request'
import { ledgerPath } from '@/lib/core/paths'
import type { Settings } from '@/lib/core/server/settings'
import type { ReadContext } from '@/lib/core/server/operation-context'
import { transactionPageViewInPieces } from '@/lib/billing-api/server/tolerant/transaction-view'
import { readRaw } from '@/lib/billing-api/server/raw-response'
import { ExternalId, Page, PageSize } from '@/lib/core/server/input'
import { z } from 'zod'
import { TransactionOrder } from '@/contract/billing/operations'
import { operation } from '@/lib/core/server/operation'

export const ListTransactionsInput = z.strictObject({
  externalId: ExternalId,
  page: Page,
  pageSize: PageSize,
  order: TransactionOrder.describe('By creation: desc is the newest first').default('desc'),
})

/**
 * Returns one page of a customer's ledger, in the API's own order (section 4.5).
 * @throws ProblemError as `BillingClient.read`
 */
export const listTransactions = operation('listTransactions', {
  input: ListTransactionsInput,
  describe: 'A page of a customer’s ledger, read from the billing API.',
  tool: { page: ({ externalId = '', ...page }) => ledgerPath(externalId, page), rows: 'results' },
  async run(
    {
      environment: { billing, drift, index },
      readStart = index.startRead(),
      requestId,
      signal,
      isBackground,
      isGathered,
    }: ReadContext,
    input,
  ): Promise<TransactionPageView> {
    const { externalId } = input
    return billing.withLongTurn(async (turn) => {
      const response = await index.readOrMarkGone(readStart, 'customer', externalId, () =>
        billing.read(transactionsTarget(billing.settings, input), { requestId, signal, isBackground, turn }),
      )
      const view = await drift.read(
        { resource: 'customer', exampleId: externalId },
        response,
        (json, context) => transactionPageViewInPieces(json, input, context),
        signal,
      )
      // The reader of a whole ledger records its pages together.
      if (isGathered !== true) index.recordLedgerPage({ ...readStart, sentAt: response.sentAt }, view, input)
      return view
    })
  },
})

/**
 * Returns the target of a page. The names in its query are settings, because the interface document does not specify
 * them.
 */
export function transactionsTarget(
  settings: Settings,
  { externalId, page, pageSize, order }: z.infer<typeof ListTransactionsInput>,
): BillingTarget {
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

/** Returns the response of a ledger page, re-indented. Throws as `readRaw`. */
export const listRawTransactions = operation('listRawTransactions', {
  input: ListTransactionsInput,
  describe: 'The billing API’s response for a page of a ledger, with each number as sent.',
  run(context, input) {
    return readRaw(context, transactionsTarget(context.environment.billing.settings, input))
  },
})
