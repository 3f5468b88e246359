import type { GetInvoiceInput } from '@/contract/billing/operations'
import { and, eq } from 'drizzle-orm'
import { invoiceNotFound } from '../refusals'
import { onConnection } from '@/database/on-connection'
import { invoices } from '../store/schema'
import type { OperationContext } from './operation-context'

/**
 * An invoice with its line items in their order (section 4.4).
 * @returns its JSON text, as it was stored
 * @throws BillingError `invoice_not_found`
 */
export async function getInvoice(context: OperationContext, { invoiceId }: GetInvoiceInput): Promise<string> {
  const [invoice] = await onConnection(context, (session) =>
    session
      .select({ document: invoices.document })
      .from(invoices)
      .where(and(eq(invoices.merchantId, context.merchantId), eq(invoices.id, invoiceId))),
  )
  if (!invoice) throw invoiceNotFound(invoiceId)
  return invoice.document
}
