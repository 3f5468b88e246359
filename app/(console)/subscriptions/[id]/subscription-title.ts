import type { SubscriptionView } from '@/contract/console/subscription'
import { readable } from '@/lib/format/unreadable'

/** A subscription is known by its plan; without a plan name by its id. */
export const subscriptionTitle = ({ id, plan }: SubscriptionView) => readable(plan?.name) ?? `Subscription ${id}`
