import 'server-only'
import type { InvoiceView } from '@/contract/console/invoice'
import type { ConsoleInput } from '@/contract/console/operations'
import { readBilling } from './billing-client'
import type { OperationContext } from './operation-context'
import { readingContext } from './reading-context'
import { invoiceView } from './readers/invoice-view'

/**
 * One invoice with all its line items and their totals (section 4.4).
 * @throws ProblemError as `readBilling`
 */
export async function getInvoice(
  _context: OperationContext,
  { invoiceId }: ConsoleInput<'getInvoice'>,
): Promise<InvoiceView> {
  const answer = await readBilling({ operation: 'getInvoice', params: { invoiceId } })
  return invoiceView(answer.json, readingContext(answer))
}
