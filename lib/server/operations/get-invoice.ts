import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import type { OperationContext } from './operation-context'
import { invoiceViewInPieces } from '../billing-api/tolerant/invoice-view'

/**
 * One invoice with all its line items and their totals (section 4.4).
 * @throws ProblemError as `BillingClient.read`
 */
export async function getInvoice(
  { environment, requestId, signal }: OperationContext,
  { invoiceId }: ConsoleInput<'getInvoice'>,
): Promise<InvoiceView> {
  const response = await environment.billing.read(
    { operation: 'getInvoice', params: { invoiceId } },
    { requestId, signal },
  )
  return environment.drift.readInPieces({ resource: 'invoice', exampleId: invoiceId }, response, invoiceViewInPieces)
}
