import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '../format/unreadable'
import { operationQuery } from './operation-query'

/** A subscription, or an invoice with its subscription, and the customer as far as the API sent them. */
type Around = Pick<InvoiceView, 'subscriptionId' | 'customerId'> & { invoiceId?: string }

/** Returns what to ask for around a subscription or an invoice. */
export const relatedOf = ({ subscriptionId, invoiceId, customerId }: Around) => ({
  subscriptionId: readable(subscriptionId) ?? undefined,
  invoiceId,
  customerId: readable(customerId) ?? undefined,
})

/** Returns an invoice as `relatedOf` takes it. */
export const aroundInvoice = ({ id, subscriptionId, customerId }: InvoiceView): Around => ({
  invoiceId: id,
  subscriptionId,
  customerId,
})

/** The invoices and ledgers that the console knows around a subscription or an invoice. */
export const relatedQuery = (around: Around) => operationQuery('getRelated', relatedOf(around))
