import { useQuery } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { readable } from '@/lib/format/unreadable'
import { subscriptionSummaryQuery } from '@/lib/queries/subscription-summary'
import { currencyNote } from '@/lib/format/currency-note'

interface InvoiceSubscription {
  /** ISO 4217 code; null when it is unknown. */
  currency: string | null
  planName: string | null
  /** UTC instant; null when there is none or it is unknown. */
  endDate: string | null
  /** The source of the currency, or why it is unknown. */
  note: string
  refresh: () => Promise<unknown>
}

/** Reads what an invoice needs of its subscription: the currency, the plan's name, and the end. */
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
