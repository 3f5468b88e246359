import { useQuery } from '@tanstack/react-query'
import type { RelatedObjects } from '@/contract/console/customer'
import type { InvoiceView } from '@/contract/console/invoice'
import { aroundInvoice, relatedQuery } from '@/lib/queries/customer-queries'

/** Returns what the console knows around the invoice; undefined while it is read and when that fails. */
export const useRelated = (invoice: InvoiceView): RelatedObjects | undefined =>
  useQuery(relatedQuery(aroundInvoice(invoice))).data
