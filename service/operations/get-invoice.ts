import type { Invoice } from '@/contract/billing/invoice'
import type { GetInvoiceInput } from '@/contract/billing/operations'
import { and, asc, eq } from 'drizzle-orm'
import { BillingError } from '../billing-error'
import { inSnapshot } from '../store/in-snapshot'
import { invoiceLineItems, invoices } from '../store/schema'
import type { OperationContext } from './operation-context'

/**
 * An invoice with its line items in their order (section 4.4).
 * @throws BillingError `invoice_not_found`
 */
export function getInvoice(context: OperationContext, { invoiceId }: GetInvoiceInput): Promise<Invoice> {
  const { merchantId } = context
  return inSnapshot(context, async (tx) => {
    const [invoice] = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId)))
    if (!invoice)
      throw new BillingError('invoice_not_found', `There is no invoice ${JSON.stringify(invoiceId)}. Check the id.`)

    const lines = await tx
      .select()
      .from(invoiceLineItems)
      .where(and(eq(invoiceLineItems.merchantId, merchantId), eq(invoiceLineItems.invoiceId, invoiceId)))
      .orderBy(asc(invoiceLineItems.position))
    return {
      ...invoice,
      invoiceLineItems: lines.map((line) => ({
        ...line,
        details: { quantity: line.quantity, unitPrice: line.unitPrice },
      })),
    }
  })
}
