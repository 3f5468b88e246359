import type { SubscriptionStatus } from '@/contract/billing/subscription'
import { couldNotBeRead, type Forecast } from '@/lib/subscriptions/forecast'
import type { KnownSubscription } from '@/lib/subscriptions/known-subscription'

export type ChangeAction = 'cancel' | 'delete'

/** The API's clock and the console's may differ by this much, so a subscription this close to its end may end on its own. */
const CLOCK_DIFFERENCE_MS = 60_000

/**
 * True when the subscription shows the requested effect (sections 3.1 and 4). A start, a later end, an end date that has
 * passed, or another name or plan is not an effect.
 * @param expected the forecast for `before`
 * @param after null when the API responds with 404
 */
export function showsEffect(
  action: ChangeAction,
  expected: Forecast,
  before: KnownSubscription,
  after: KnownSubscription | null,
): boolean {
  const isGone = after === null || after.status === 'deleted'
  if (action === 'delete' || expected.standing.kind === 'upcoming') return isGone
  if (isGone) return expected.standing.kind === 'unknown'
  return hasEndedEarly(before, after) || hasEarlierEnd(before, after)
}

/** True when the status is `ended` now, before the end date that was seen. */
function hasEndedEarly(before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.status !== 'ended' || before.status === 'ended' || couldNotBeRead(before, 'endDate')) return false
  return before.endDate === null || Date.parse(before.endDate) > Date.parse(after.asOf) + CLOCK_DIFFERENCE_MS
}

/** True when the end date is new or earlier than before, and not before the start date. */
function hasEarlierEnd(before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.endDate === null || couldNotBeRead(before, 'endDate')) return false
  if (after.startDate !== null && Date.parse(after.endDate) < Date.parse(after.startDate)) return false
  return before.endDate === null || isEarlier(after.endDate, before.endDate)
}

/** True when the end is earlier by more than the clock difference; the same end in another precision is not earlier. */
const isEarlier = (end: string, than: string): boolean => Date.parse(end) < Date.parse(than) - CLOCK_DIFFERENCE_MS

/** The statuses of section 2.1. Any other status might mean that the subscription is cancelled. */
const STATUSES: Record<SubscriptionStatus, true> = {
  draft: true,
  pendingActivation: true,
  active: true,
  ended: true,
  deleted: true,
}

/**
 * True when the read certainly shows no effect: the status is known, and no end date is new or earlier. When neither this
 * nor `showsEffect` is true, the effect is unknown.
 */
export function showsNoEffect(
  action: ChangeAction,
  before: KnownSubscription,
  after: KnownSubscription | null,
): boolean {
  if (after === null || after.status === null || !Object.hasOwn(STATUSES, after.status)) return false
  if (couldNotBeRead(after, 'endDate')) return false
  if (action === 'delete') return true
  if (after.status !== before.status && (after.status === 'ended' || after.status === 'deleted')) return false
  if (couldNotBeRead(before, 'endDate')) return false
  return after.endDate === null || (before.endDate !== null && !isEarlier(after.endDate, before.endDate))
}

/** True when both reads show the same status and dates. An unreadable value is never the same. */
export function isAsBefore(before: KnownSubscription, after: KnownSubscription): boolean {
  if (FIELDS.some((field) => couldNotBeRead(before, field) || couldNotBeRead(after, field))) return false
  return FIELDS.every((field) => before[field] === after[field])
}

const FIELDS = ['status', 'startDate', 'endDate', 'updatedAt'] as const
