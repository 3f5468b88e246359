import { readable } from '@/lib/billing-api/unreadable'
import { nameInSentence } from '@/lib/text/bidi'
import type { SubscriptionView } from './subscription'

/** Returns one of several replies. It begins with its ID, "sub_2: Your …", when the plan of another subscription has the same name. */
export function replyAmong(
  several: readonly SubscriptionView[],
  { id, plan }: SubscriptionView,
  reply: string,
): string {
  const name = readable(plan?.name)
  const isAlike = several.some((other) => other.id !== id && readable(other.plan?.name) === name)
  return isAlike ? [nameInSentence(id), reply].filter(Boolean).join(': ') : reply
}
