import { useQuery } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '@/lib/format/unreadable'
import { subscriptionSummaryQuery } from '@/lib/queries/subscription-summary'
import { currencyNote } from './currency-note'

interface InvoiceCurrency {
  /** ISO 4217 code; null where it is not known. */
  currency: string | null
  planName: string | null
  /** Where the currency comes from, or why it is not known. */
  note: string
  refresh: () => Promise<unknown>
}

/** The currency of an invoice is that of its subscription, where that can be read. */
export function useInvoiceCurrency(subscriptionId: InvoiceView['subscriptionId']): InvoiceCurrency {
  const id = readable(subscriptionId)
  const { data, error, refetch } = useQuery({ ...subscriptionSummaryQuery(id ?? ''), enabled: id !== null })
  return {
    currency: readable(data?.currency),
    planName: data?.planName ?? null,
    note: currencyNote(subscriptionId, data, error),
    refresh: async () => id !== null && refetch(),
  }
}
