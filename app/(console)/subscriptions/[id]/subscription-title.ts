import type { SubscriptionView } from '@/contract/console/subscription'
import { shortName } from '@/lib/format/amount'
import { withoutBidi } from '@/lib/format/bidi'
import { readable } from '@/lib/format/unreadable'

/** Returns the plan's name; without one, the ID. */
export const subscriptionTitle = ({ id, plan }: SubscriptionView) => readable(plan?.name) ?? `Subscription ${id}`

/** Returns "sub_1 · Enterprise": narrow browser tabs show only the start of a title. */
export const subscriptionTabTitle = ({ id, plan }: SubscriptionView) =>
  withoutBidi(`${shortName(id)} · ${readable(plan?.name) ?? 'Subscription'}`)
