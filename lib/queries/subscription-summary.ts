import { queryOptions } from '@tanstack/react-query'
import type { SubscriptionView } from '@/contract/console/subscription'
import { readable } from '../format/unreadable'
import { readOperation } from '../browser/operation'

/** What other pages need of a subscription; small, where the whole may hold thousands of prices. */
export interface SubscriptionSummary {
  planName: string | null
  /** ISO 4217 code as sent. */
  currency: SubscriptionView['currency']
  /** UTC instant. */
  endDate: SubscriptionView['endDate']
}

export const summariseSubscription = ({ plan, currency, endDate }: SubscriptionView): SubscriptionSummary => ({
  planName: readable(plan?.name),
  currency,
  endDate,
})

/** A subscription's plan, currency and end, read with the subscription and forgotten with it. */
export const subscriptionSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['getSubscription', { id }, 'summary'],
    queryFn: async ({ signal }) => summariseSubscription(await readOperation('getSubscription', { id }, signal)),
  })
