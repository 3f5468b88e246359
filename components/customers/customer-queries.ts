import { queryOptions } from '@tanstack/react-query'
import type { CustomerView } from '@/lib/customers/customer'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { readOperation, operationQuery } from '@/lib/api'
import { readable } from '@/lib/billing-api/unreadable'

/** A customer: by the external ID of a ledger, or by the ID of the billing API. */
export type CustomerId = { externalId: string } | { customerId: string }

/** What the index knows of a customer. */
export const customerQuery = (of: CustomerId) =>
  queryOptions({
    queryKey: ['externalId' in of ? 'getCustomer' : 'getApiCustomer', of],
    queryFn: ({ signal }) =>
      'externalId' in of ? readOperation('getCustomer', of, signal) : readOperation('getApiCustomer', of, signal),
  })

/** True when the index has a ledger, a subscription or an invoice of the customer. */
export const isKnownCustomer = (customer: CustomerView | undefined): boolean =>
  customer !== undefined &&
  [customer.ledgers, customer.subscriptions, customer.invoices].some((rows) => rows.length > 0)

/** A subscription, or an invoice with its subscription, and the customer as far as the API sent them. */
type RelatedInput = Pick<InvoiceView, 'subscriptionId' | 'customerId'> & { invoiceId?: string }

/** Returns what to ask for around a subscription or an invoice. */
export const relatedOf = ({ subscriptionId, invoiceId, customerId }: RelatedInput) => ({
  subscriptionId: readable(subscriptionId) ?? undefined,
  invoiceId,
  customerId: readable(customerId) ?? undefined,
})

/** Returns an invoice as `relatedOf` takes it. */
export const aroundInvoice = ({ id, subscriptionId, customerId }: InvoiceView): RelatedInput => ({
  invoiceId: id,
  subscriptionId,
  customerId,
})

/** The invoices and ledgers that the console knows around a subscription or an invoice. */
export const relatedQuery = (input: RelatedInput) => operationQuery('getRelated', relatedOf(input))
