import type { SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { nameInSentence } from '@/lib/text/bidi'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import type { Sentences } from '@/lib/text/english'
import { isEndAhead, lastMoment } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { hadNothingToChange } from './change-texts'

/**
 * Returns the sentence that tells a customer the result of a change (sections 3.1 and 4), with the last day in UTC: "Your
 * Scale plan is scheduled to end on 30 Nov 2026 (UTC)." Null unless the change is confirmed and `after` shows its result.
 * @param after the subscription after the change; `gone` when the API no longer knows it, null when it was not read
 */
export function changeReply(
  { action, state, cause }: Pick<SubscriptionChange, 'action' | 'state' | 'cause'>,
  after: SubscriptionView | 'gone' | null,
  say: Sentences,
): string | null {
  if (state !== 'CONFIRMED' || after === null) return null
  if (after === 'gone') return action === 'delete' ? say.removed(null, false) : null
  const { asOf, plan } = after
  const [status, startDate, endDate] = [readable(after.status), usableDate(after.startDate), usableDate(after.endDate)]
  const name = nameInSentence(readable(plan?.name))
  if (status === 'deleted') {
    const isUpcoming = startDate !== null && Date.parse(startDate) > Date.parse(asOf)
    return say.removed(name, isUpcoming)
  }
  if (action === 'delete') return null
  const isAhead = endDate !== null && isEndAhead(endDate, asOf)
  const isPast = endDate !== null && !isAhead
  const day = endDate === null ? null : say.day(lastMoment(endDate))
  // An active subscription is over once its end has passed.
  if (status === 'ended' || (status === 'active' && isPast))
    return say.ended(name, isPast ? day : null, !hadNothingToChange({ cause }))
  // An active subscription has an end ahead, even if its date is unreadable.
  const hasUnreadableEnd = status === 'active' && isUnreadable(after.endDate)
  return isAhead || hasUnreadableEnd ? say.scheduledEnd(name, day) : null
}
