import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate, formatDateTime, formatLastDay } from '@/lib/time/instant'
import { cadenceLabel } from '@/lib/subscriptions/labels'
import { statusName } from '@/lib/objects/status-names'
import { couldNotBeRead, type Forecast } from '@/lib/subscriptions/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/subscriptions/known-subscription'
import type { ChangeAction } from './change-effect'

/** A subscription before and after a change: "Active" and "ends 22 Dec 2026". */
export interface BeforeAfter {
  now: string
  after: string
  /** How the end was computed, with its exact instant; null when it was not: then the effect says what is known. */
  how: string | null
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
  const { startDate, endDate, billingCadence } = subscription
  const now = statusWords(subscription)
  if (expected.standing.kind === 'unknown') return { now, after: NOT_KNOWN, how: null }
  if (action === 'delete' || expected.standing.kind === 'upcoming') return { now, after: 'deleted', how: null }

  const { cancelEnd, period, isEndUnreadable } = expected
  if (cancelEnd === null) return { now, after: `ends, last day ${NOT_KNOWN}`, how: null }
  const exact = `Ends at ${formatDateTime(cancelEnd, 'UTC')} UTC.`
  if (period === null)
    return {
      now,
      after: `ends immediately, last day ${formatLastDay(cancelEnd)}`,
      how: `Billed once, so it has no period to wait for. ${exact}`,
    }
  const from = startDate === null ? '' : ` from ${formatDate(startDate, 'UTC')}`
  const how = `The end of billing period ${period.number}, which began on ${formatDate(period.start, 'UTC')}: ${cadenceLabel(billingCadence ?? '').toLowerCase()}${from}. ${exact}`
  if (isEndUnreadable)
    return { now, after: `ends ${formatLastDay(cancelEnd)}, or earlier: its end date could not be read`, how }
  const before = endDate === null ? now : `${now}, ends ${formatLastDay(endDate)}`
  return { now: before, after: `ends ${formatLastDay(cancelEnd)}`, how }
}

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null) return couldNotBeRead(subscription, 'status') ? 'Status could not be read' : 'Status not sent'
  return withoutBidi(statusName('subscription', status))
}
