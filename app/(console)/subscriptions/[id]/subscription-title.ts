import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { shortName } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { readable } from '@/lib/billing-api/unreadable'

/** Returns the plan's name; without one, the ID. */
export const subscriptionTitle = ({ id, plan }: SubscriptionView) => readable(plan?.name) ?? `Subscription ${id}`

/** Returns "sub_1 · Enterprise": narrow browser tabs show only the start of a title. */
export const subscriptionTabTitle = ({ id, plan }: SubscriptionView) =>
  withoutBidi(`${shortName(id)} · ${readable(plan?.name) ?? 'Subscription'}`)
