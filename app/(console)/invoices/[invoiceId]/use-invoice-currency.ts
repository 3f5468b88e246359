import { useQuery } from '@tanstack/react-query'
import { ProblemError } from '@/contract/console/problem-error'
import { type SubscriptionSummary, subscriptionSummaryQuery } from '@/lib/queries/subscription-summary'

interface InvoiceCurrency {
  /** ISO 4217 code; null where it is not known. */
  currency: string | null
  planName: string | null
  /** Where the currency comes from, or why it is not known: an invoice carries none (gaps.md). */
  note: string
  refresh: () => Promise<unknown>
}

/** The currency of an invoice is that of its subscription, where that can be read. */
export function useInvoiceCurrency(subscriptionId: string | null): InvoiceCurrency {
  const named = subscriptionId !== null
  const { data, error, refetch } = useQuery({ ...subscriptionSummaryQuery(subscriptionId ?? ''), enabled: named })
  return {
    currency: data?.currency ?? null,
    planName: data?.planName ?? null,
    note: named ? currencyNote(data, error) : 'Currency not known: the invoice names no subscription',
    refresh: async () => named && refetch(),
  }
}

function currencyNote(subscription: SubscriptionSummary | undefined, error: Error | null): string {
  if (subscription)
    return subscription.currency === null
      ? 'Currency not known: its subscription states none'
      : `Currency ${subscription.currency}, from its subscription`
  if (!error) return 'Reading the currency from its subscription…'
  const why = error instanceof ProblemError ? `: ${error.problem.title}` : ''
  return `Currency not known: its subscription could not be read${why}`
}
