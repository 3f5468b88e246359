import type { SubscriptionView } from '@/contract/console/subscription'
import type { RecentSubscription } from '@/lib/browser/recent-page'
import { readable } from '@/lib/format/unreadable'
import { subscriptionTitle } from './subscription-title'

/** Builds the recents entry of a subscription. */
export const recentSubscription = (subscription: SubscriptionView): RecentSubscription => ({
  kind: 'subscription',
  id: subscription.id,
  label: subscriptionTitle(subscription),
  asOf: subscription.asOf,
  status: subscription.status,
  startDate: readable(subscription.startDate),
  endDate: readable(subscription.endDate),
  customerId: readable(subscription.customerId),
})
