import { queryOptions } from '@tanstack/react-query'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { readOperation } from '@/lib/api'

/** The fields of a subscription that other pages need, without its thousands of prices. */
export type SubscriptionSummary = ReturnType<typeof summariseSubscription>

/** Returns the fields of a subscription that the pages of its invoices need. */
export const summariseSubscription = (subscription: SubscriptionView) => ({
  planName: readable(subscription.plan?.name),
  currency: subscription.currency,
  startDate: subscription.startDate,
  endDate: subscription.endDate,
  isTrial: subscription.isTrial,
  chargeForUsageBasedPricesDuringTrial: subscription.chargeForUsageBasedPricesDuringTrial,
})

/** A subscription's plan, currency and dates. The key is part of the subscription's. */
export const subscriptionSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['getSubscription', { id }, 'summary'],
    queryFn: async ({ signal }) => summariseSubscription(await readOperation('getSubscription', { id }, signal)),
  })

/** The billing interval of each price that the plan names, by the price's ID. */
export type PriceIntervals = Readonly<Record<string, string>>

function priceIntervals({ plan }: SubscriptionView): PriceIntervals {
  const prices = readableList(plan?.prices).map(({ id, billingCadence }) => [readable(id), readable(billingCadence)])
  const bases =
    plan?.basePlanPrices.map(({ id, cadence, price }) => [readable(id) ?? readable(price?.id), cadence]) ?? []
  return Object.fromEntries([...prices, ...bases].filter(([id, interval]) => id !== null && interval !== null))
}

/** The billing intervals, loaded when a line unfolds, because a plan may have thousands of prices. */
export const priceIntervalsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['getSubscription', { id: subscriptionId }, 'intervals'],
    queryFn: async ({ signal }) =>
      priceIntervals(await readOperation('getSubscription', { id: subscriptionId }, signal)),
  })
