import { useQuery } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { relatedQuery } from '@/lib/queries/related-query'

/** Returns the external IDs of the ledgers that name the invoice's customer or subscription's invoices; none while they are read. */
export const useKnownLedgers = (invoice: InvoiceView): string[] =>
  useQuery(relatedQuery(invoice)).data?.externalIds ?? []
