import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import { wrongRecordProblem } from '../billing-api/wrong-record-problem'
import type { OperationContext, ReadContext } from '../operation-context'
import { invoiceViewInPieces } from '../billing-api/tolerant/invoice-view'
import { readRaw } from '../billing-api/read-raw'

/**
 * Returns an invoice with all line items and their totals (section 4.4). With `asOf` returns the response that a page
 * was made from, while it is kept.
 * @throws ProblemError as `BillingClient.read`, and `unreadable_response` when the response is about another invoice
 */
export async function getInvoice(
  { environment, begun = environment.index.begin(), requestId, signal }: ReadContext,
  { invoiceId, asOf }: ConsoleInput<'getInvoice'>,
): Promise<InvoiceView> {
  const kept = asOf === undefined ? undefined : environment.pageInvoices.take(invoiceId, asOf)
  if (kept) return kept
  const { billing, drift, index } = environment
  const source = { resource: 'invoice', exampleId: invoiceId } as const
  const invoice = await billing.memory.use(async (share) => {
    const response = await index.readOrMarkGone(begun, 'invoice', invoiceId, () =>
      billing.read({ operation: 'getInvoice', params: { invoiceId } }, { requestId, signal, share }),
    )
    return drift.readInPieces(source, response, function* (json, reading) {
      const view = yield* invoiceViewInPieces(json, reading)
      if (view.id === invoiceId) return view
      throw wrongRecordProblem('invoice', invoiceId, view.id, response.status)
    })
  })
  index.recordInvoice(begun, invoice)
  return invoice
}

/** Returns the response of an invoice as the billing API sent it, re-indented. Throws as `readRaw`. */
export function getRawInvoice(context: OperationContext, { invoiceId }: ConsoleInput<'getRawInvoice'>) {
  return readRaw(context, { operation: 'getInvoice', params: { invoiceId } })
}
