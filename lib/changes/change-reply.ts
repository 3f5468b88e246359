import type { SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { nameInSentence } from '@/lib/text/bidi'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import type { Sentences } from '@/lib/text/english'
import { replyAmong } from '@/lib/subscriptions/reply-among'
import { isEndAhead, lastMoment } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import { hadNothingToChange } from './confirmed-result'

/**
 * Returns what to tell a customer after a change (sections 3.1 and 4): "We have cancelled Scale as you asked. It stays active until
 * 30 Nov 2026 and renews no more." Null unless the change is confirmed and `after` shows its result. Days are UTC.
 * @param after the subscription after the change; `gone` when the API no longer knows it, null when it was not read
 */
export function changeReply(
  { action, state, cause }: Pick<SubscriptionChange, 'action' | 'state' | 'cause'>,
  after: SubscriptionView | 'gone' | null,
  say: Sentences,
): string | null {
  if (state !== 'CONFIRMED' || after === null) return null
  const hadNothing = hadNothingToChange({ cause })
  if (after === 'gone') {
    if (action === 'cancel') return null
    return hadNothing ? say.removed(null) : say.deleted(null, false)
  }
  const { asOf, plan } = after
  const [status, startDate, endDate] = [readable(after.status), usableDate(after.startDate), usableDate(after.endDate)]
  const name = nameInSentence(readable(plan?.name))
  if (status === 'deleted') {
    const isUpcoming = startDate !== null && Date.parse(startDate) > Date.parse(asOf)
    return hadNothing ? say.removed(name) : say.deleted(name, isUpcoming)
  }
  if (action === 'delete') return null
  const isAhead = endDate !== null && isEndAhead(endDate, asOf)
  const isPast = endDate !== null && !isAhead
  const day = endDate === null ? null : say.day(lastMoment(endDate))
  // An active subscription is over once its end has passed.
  if (status === 'ended' || (status === 'active' && isPast)) {
    const endDay = isPast ? day : null
    return hadNothing ? say.ended(name, endDay) : `${say.cancelled(name)} ${say.hasEnded(endDay)}`
  }
  // An active subscription has an end ahead, even if its date is unreadable.
  const hasUnreadableEnd = status === 'active' && isUnreadable(after.endDate)
  if (!isAhead && !hasUnreadableEnd) return null
  const isActive = status === 'active'
  if (hadNothing) return isActive ? say.ends(name, isAhead ? day : null) : null
  const rest = !isAhead || day === null ? say.renewsNoMore : isActive ? say.staysUntil(day) : say.endsAt(day)
  return `${say.cancelled(name)} ${rest}`
}

/** A change of a group, and its subscription after it: as `changeReply` takes it. */
interface ChangeAndAfter {
  change: Pick<SubscriptionChange, 'action' | 'state' | 'cause'>
  after: SubscriptionView | 'gone' | null
}

/**
 * Returns the reply for the changes of a group, a line for each in their order (`replyAmong`), without those whose subscription is gone from the
 * API: it has no name to tell the customer. Null unless each of the others has a reply.
 */
export function groupReply(group: readonly ChangeAndAfter[], say: Sentences): string | null {
  const known = group.flatMap(({ change, after }) => (after === 'gone' ? [] : { change, after }))
  const subscriptions = known.flatMap(({ after }) => after ?? [])
  const lines = known.map(({ change, after }) => {
    const reply = changeReply(change, after, say)
    return after === null || reply === null ? null : replyAmong(subscriptions, after, reply)
  })
  return lines.length === 0 || lines.includes(null) ? null : lines.join('\n')
}
