import type { SeenSubscription } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'

/** What an agent saw of a subscription, and when, as a UTC instant. */
export interface AsSeen {
  seen: SeenSubscription
  at: string
}

/** Returns a subscription with nothing but what an agent saw. */
export const viewAsSeen = (id: string, { seen, at }: AsSeen): SubscriptionView => ({
  id,
  status: seen.status ?? undefined,
  startDate: seen.startDate ?? undefined,
  endDate: seen.endDate ?? undefined,
  billingCadence: seen.billingCadence ?? undefined,
  planId: seen.planId ?? undefined,
  customerId: seen.customerId ?? undefined,
  isInMinorUnits: false,
  drift: { items: [], total: 0 },
  asOf: at,
})
