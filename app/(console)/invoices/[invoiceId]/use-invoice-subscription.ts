import { useQuery } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '@/lib/format/unreadable'
import { subscriptionSummaryQuery } from '@/lib/queries/subscription-summary'
import { currencyNote } from '@/lib/format/currency-note'

interface InvoiceSubscription {
  /** ISO 4217 code; null where it is not known. */
  currency: string | null
  planName: string | null
  /** UTC instant; null where it has none, or it is not known. */
  endDate: string | null
  /** Where the currency comes from, or why it is not known. */
  note: string
  refresh: () => Promise<unknown>
}

/** What an invoice takes of its subscription, where that can be read: its currency, the plan's name, and its end. */
export function useInvoiceSubscription(subscriptionId: InvoiceView['subscriptionId']): InvoiceSubscription {
  const id = readable(subscriptionId)
  const { data, error, refetch } = useQuery({ ...subscriptionSummaryQuery(id ?? ''), enabled: id !== null })
  return {
    currency: readable(data?.currency),
    planName: data?.planName ?? null,
    endDate: readable(data?.endDate),
    note: currencyNote(subscriptionId, data, error),
    refresh: async () => id !== null && refetch(),
  }
}
