import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '../format/unreadable'
import { operationQuery } from './operation-query'

/** What to ask for: a subscription's ID, and its customer's where the API sent one. */
export const relatedOf = ({ subscriptionId, customerId }: Pick<InvoiceView, 'subscriptionId' | 'customerId'>) => ({
  subscriptionId: readable(subscriptionId) ?? undefined,
  customerId: readable(customerId) ?? undefined,
})

/** The invoices and ledgers that the console knows around a subscription or an invoice. */
export const relatedQuery = (of: Pick<InvoiceView, 'subscriptionId' | 'customerId'>) =>
  operationQuery('getRelated', relatedOf(of))
