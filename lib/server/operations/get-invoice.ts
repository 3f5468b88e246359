import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'
import { invoiceViewInPieces } from '../billing-api/tolerant/invoice-view'

/**
 * One invoice with all its line items and their totals (section 4.4). With `asOf` what a page was made of at that instant,
 * while it is kept.
 * @throws ProblemError as `BillingClient.read`
 */
export async function getInvoice(
  { environment, requestId, signal }: OperationContext,
  { invoiceId, asOf }: ConsoleInput<'getInvoice'>,
): Promise<InvoiceView> {
  const kept = asOf === undefined ? undefined : environment.pageInvoices.take(invoiceId, asOf)
  if (kept) return kept
  const response = await environment.billing.read(
    { operation: 'getInvoice', params: { invoiceId } },
    { requestId, signal },
  )
  return environment.drift.readInPieces({ resource: 'invoice', exampleId: invoiceId }, response, invoiceViewInPieces)
}
