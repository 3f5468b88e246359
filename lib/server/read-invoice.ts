import 'server-only'
import type { InvoiceView } from '@/contract/console/invoice'
import { readBilling } from './billing-client'
import { readingContext } from './reading-context'
import { pathId } from './path-id'
import { invoiceView } from './readers/invoice-view'

/**
 * One invoice with all its line items and their totals (section 4.4).
 * @throws ProblemError `invalid_id` or as `readBilling`
 */
export async function readInvoice(invoiceId: string): Promise<InvoiceView> {
  const answer = await readBilling({ operation: 'getInvoice', params: { invoiceId: pathId(invoiceId) } })
  return invoiceView(answer.json, readingContext(answer))
}
