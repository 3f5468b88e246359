import { queryOptions } from '@tanstack/react-query'
import type { SubscriptionView } from '@/contract/console/subscription'
import { readable, readableList } from '../format/unreadable'
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

/** The billing interval of each price that the plan names, by the price's ID. */
export type PriceIntervals = Readonly<Record<string, string>>

function priceIntervals({ plan }: SubscriptionView): PriceIntervals {
  const prices = readableList(plan?.prices ?? null).map(({ id, billingCadence }) => [
    readable(id),
    readable(billingCadence),
  ])
  const bases =
    plan?.basePlanPrices.map(({ id, cadence, price }) => [readable(id) ?? readable(price?.id), cadence]) ?? []
  return Object.fromEntries([...prices, ...bases].filter(([id, interval]) => id !== null && interval !== null))
}

/** Read when a line unfolds: a plan may have thousands of prices. */
export const priceIntervalsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['getSubscription', { id: subscriptionId }, 'intervals'],
    queryFn: async ({ signal }) =>
      priceIntervals(await readOperation('getSubscription', { id: subscriptionId }, signal)),
  })
