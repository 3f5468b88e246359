import type { SubscriptionStatus } from '@/contract/billing/subscription'
import { couldNotBeRead, type Forecast } from '../subscription/forecast'
import type { KnownSubscription } from '../subscription/known-subscription'

export type ChangeAction = 'cancel' | 'delete'

/** The API's clock and ours may differ by this much: an end this close may have been reached by the clock. */
const CLOCK_DIFFERENCE_MS = 60_000

/**
 * Whether a subscription shows the effect that was asked for (sections 3.1 and 4), and nothing less: one that merely
 * started, a later end, an end reached by the clock, another name or plan are none. `expected` is the forecast on
 * `before`; `after` is null where it answers 404.
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

/** It is `ended` now, and the end last seen is still ahead. */
function hasEndedEarly(before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.status !== 'ended' || before.status === 'ended' || couldNotBeRead(before, 'endDate')) return false
  return before.endDate === null || Date.parse(before.endDate) > Date.parse(after.asOf) + CLOCK_DIFFERENCE_MS
}

/** Its end is new, or earlier than the one last seen, and no end that a start comes after. */
function hasEarlierEnd(before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.endDate === null || couldNotBeRead(before, 'endDate')) return false
  if (after.startDate !== null && Date.parse(after.endDate) < Date.parse(after.startDate)) return false
  return before.endDate === null || isEarlier(after.endDate, before.endDate)
}

/** Whether an end is earlier than another: the same told to another precision is not. */
const isEarlier = (end: string, than: string): boolean => Date.parse(end) < Date.parse(than) - CLOCK_DIFFERENCE_MS

/** Those of section 2.1: a word that is none of them may be a way to say that it is cancelled. */
const STATUSES: Record<SubscriptionStatus, true> = {
  draft: true,
  pendingActivation: true,
  active: true,
  ended: true,
  deleted: true,
}

/**
 * Whether a read that shows another change certainly shows no effect: its status is known, and no end is new or earlier.
 * Where neither this nor `showsEffect` holds, nobody can tell.
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

/** Whether a read shows the same status and dates as the one before; what could not be read is not the same. */
export function isAsBefore(before: KnownSubscription, after: KnownSubscription): boolean {
  if (FIELDS.some((field) => couldNotBeRead(before, field) || couldNotBeRead(after, field))) return false
  return FIELDS.every((field) => before[field] === after[field])
}

const FIELDS = ['status', 'startDate', 'endDate', 'updatedAt'] as const
