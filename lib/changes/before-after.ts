import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { withoutBidi } from '@/lib/text/bidi'
import { formatLastDay } from '@/lib/time/instant'
import { statusName } from '@/lib/objects/status-names'
import { couldNotBeRead, type Forecast } from '@/lib/subscriptions/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/subscriptions/known-subscription'
import type { ChangeAction } from './change-effect'

/** A subscription before and after a change: "Active" and "ends 22 Dec 2026". */
export interface BeforeAfter {
  now: string
  after: string
}

const NOT_KNOWN = 'not known beforehand'

/**
 * Returns the effect that a cancel or delete is expected to have, by the console's own forecast (sections 3.1 and 4); null when
 * it changes nothing. All days are UTC.
 */
export function beforeAfter(action: ChangeAction, view: SubscriptionView, expected: Forecast): BeforeAfter | null {
  const { blocked, final } = expected[action]
  if (blocked !== null || !final) return null
  const subscription = knownSubscription(view)
  const { endDate } = subscription
  const now = statusWords(subscription)
  if (expected.standing.kind === 'unknown') return { now, after: NOT_KNOWN }
  if (action === 'delete' || expected.standing.kind === 'upcoming') return { now, after: 'deleted' }

  const { cancelEnd, period, isEndUnreadable } = expected
  if (cancelEnd === null) return { now, after: `ends, last day ${NOT_KNOWN}` }
  const day = formatLastDay(cancelEnd)
  if (period === null) return { now, after: `ends immediately, last day ${day}` }
  if (isEndUnreadable) return { now, after: `ends ${day}, or earlier: its end date could not be read` }
  return { now: endDate === null ? now : `${now}, ends ${formatLastDay(endDate)}`, after: `ends ${day}` }
}

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null) return couldNotBeRead(subscription, 'status') ? 'Status could not be read' : 'Status not sent'
  return withoutBidi(statusName('subscription', status))
}
