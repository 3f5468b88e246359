import type { SubscriptionView } from '@/contract/console/subscription'

/** A subscription is known by its plan; without a plan name by its id. */
export const subscriptionTitle = ({ id, plan }: SubscriptionView) => plan?.name ?? `Subscription ${id}`
