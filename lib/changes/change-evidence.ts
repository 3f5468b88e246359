import type { ShownEffect, ShownSubscription } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { couldNotBeRead, type Forecast, forecast } from '@/lib/subscriptions/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/subscriptions/known-subscription'
import { isEndAhead } from '@/lib/time/end'
import { isAsBefore, showsEffect, showsNoEffect, type ChangeAction } from './change-effect'

/** The evidence that a read after a change gives about its outcome. */
export interface ChangeEvidence {
  shown: ShownEffect
  /** The API responds with 404: the subscription is gone, or a gateway misroutes the request. */
  isGone: boolean
  /** The read certainly shows no effect: every field that would show it was readable and known. */
  isWithoutEffect: boolean
}

/** True when the requested state exists, because of this change or otherwise. */
export const isTrue = (evidence: ChangeEvidence | null): evidence is ChangeEvidence =>
  evidence?.shown.kind === 'inEffect' || evidence?.shown.kind === 'nothingToChange'

/**
 * Returns the evidence that two reads give about a change. Only the requested effect counts (`showsEffect`).
 * @param before the subscription just before the change; its plan does not matter
 * @param after the subscription after the change; null when the API responds with 404
 */
export function changeEvidence(
  action: ChangeAction,
  before: SubscriptionView,
  after: SubscriptionView | null,
): ChangeEvidence {
  const [was, is] = [knownSubscription(before), after && knownSubscription(after)]
  const expected = forecast(before, before.asOf)
  const shown = compareReads(action, expected, was, is)
  const isWithoutEffect = shown.kind === 'other' ? showsNoEffect(action, was, is) : shown.kind !== 'inEffect'
  return { shown, isGone: is === null, isWithoutEffect }
}

function compareReads(
  action: ChangeAction,
  expected: Forecast,
  was: KnownSubscription,
  is: KnownSubscription | null,
): ShownEffect {
  const now = is && shownOf(is)
  if (is !== null && wasAlreadyOver(action, was, is)) return { kind: 'nothingToChange', now }
  if (showsEffect(action, expected, was, is)) return { kind: 'inEffect', now, ...laterThanForecast(is, expected) }
  if (is === null) return { kind: 'other', now }
  if (hadNothingToChange(action, expected, was, is)) return { kind: 'nothingToChange', now }
  return isAsBefore(was, is) ? { kind: 'asBefore', now } : { kind: 'other', now, before: shownOf(was) }
}

/** True when the subscription was already ended or deleted, and still is. */
function wasAlreadyOver(action: ChangeAction, before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.status !== before.status || after.endDate !== before.endDate) return false
  return before.status === 'deleted' || (action === 'cancel' && before.status === 'ended')
}

/** True when the subscription was already going to end no later than a cancel would end it, and still is. */
function hadNothingToChange(
  action: ChangeAction,
  { cancel }: Forecast,
  before: KnownSubscription,
  after: KnownSubscription,
): boolean {
  if (action === 'delete' || cancel.blocked !== null || cancel.final) return false
  return after.endDate === before.endDate && (after.status === before.status || after.status === 'ended')
}

/** Returns the end of the forecast when the subscription ends later. */
function laterThanForecast(after: KnownSubscription | null, { cancelEnd }: Forecast): { forecastEnd?: string } {
  const isLate = after?.endDate != null && cancelEnd !== null && isEndAhead(after.endDate, cancelEnd)
  return isLate ? { forecastEnd: cancelEnd } : {}
}

function shownOf(subscription: KnownSubscription): ShownSubscription {
  const { status, endDate, asOf, placeholders } = subscription
  return {
    status,
    endDate,
    asOf,
    ...(couldNotBeRead(subscription, 'status') && { isStatusUnreadable: true }),
    ...(couldNotBeRead(subscription, 'endDate')
      ? { unusedEnd: 'unreadable' }
      : placeholders.endDate !== null && { unusedEnd: 'placeholder' }),
  }
}
