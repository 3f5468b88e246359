import type { SubscriptionView } from '@/contract/console/subscription'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { readable } from '@/lib/format/unreadable'

/** A subscription is known by its plan; without a plan name by its id. */
export const subscriptionTitle = ({ id, plan }: SubscriptionView) => readable(plan?.name) ?? `Subscription ${id}`

/** "sub_1 · Enterprise": of many tabs the beginnings alone are seen. */
export const subscriptionTabTitle = ({ id, plan }: SubscriptionView) =>
  withoutBidi(`${shortName(id)} · ${readable(plan?.name) ?? 'Subscription'}`)
