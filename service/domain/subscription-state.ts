import type { Subscription, SubscriptionStatus } from '@/contract/billing/subscription'
import { type BillingError, notCancellable, subscriptionActive } from '../refusals'
import { billingPeriodAt } from './billing-period'

/** Years have four digits. */
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'

// Instants are ISO strings in UTC with milliseconds and four-digit years: they compare as text.

/** The stored fields that determine the state of a subscription. */
export interface SubscriptionState extends Pick<Subscription, 'status' | 'startDate' | 'billingCadence'> {
  endDate: string | null
  /** Instant of the last cancel or delete here; `updatedAt` of an imported subscription; null without either. */
  changedAt: string | null
}

/** Result of a cancel or delete: a change to write, no change, or a refusal. */
export type Decision =
  | { outcome: 'change'; change: { status: 'deleted' } | { endDate: string } }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; refusal: BillingError }

/**
 * Returns the status of a stored subscription at the instant `now`: pending becomes active at the start, and active
 * becomes ended at the end (gaps.md, Upcoming; Active past its endDate).
 */
export function subscriptionStatusAt(
  { status, startDate, endDate }: Pick<SubscriptionState, 'status' | 'startDate' | 'endDate'>,
  now: string,
): SubscriptionStatus {
  const started = status === 'pendingActivation' && startDate <= now ? 'active' : status
  return started === 'active' && endDate !== null && endDate <= now ? 'ended' : started
}

/** Returns the end of an active subscription that is cancelled at `now`; null after the year 9999. */
function endOnCancel({ startDate, endDate, billingCadence }: SubscriptionState, now: string): string | null {
  // A stored `active` may be before its start: then its first period counts.
  const at = now < startDate ? startDate : now
  const period = billingPeriodAt({ startDate, cadence: billingCadence, at })
  if (!period) return endDate ?? now
  return endDate !== null && (period.end === null || endDate < period.end) ? endDate : period.end
}

/** True when an earlier cancel already took effect, so that a repeat succeeds. */
function isCancelRepeated(subscription: SubscriptionState): boolean {
  const { status, startDate, endDate, changedAt, billingCadence } = subscription
  if (changedAt === null) return false
  // A deleted subscription never changes again, so its last change is the delete.
  if (status === 'deleted') return changedAt < startDate
  // A cancel ends a `oneTime` subscription immediately, and nothing changes it afterwards.
  return billingCadence === 'oneTime' && endDate === changedAt
}

/**
 * Returns `updatedAt` of a change at the instant `at`: that instant, but at least a millisecond after the stored one,
 * which may be ahead of the clock (gaps.md, Importing what is there already).
 */
export function updatedAtOfChange(stored: string | null, at: string): string {
  if (stored === null || stored < at) return at
  return stored < LAST_INSTANT ? new Date(Date.parse(stored) + 1).toISOString() : LAST_INSTANT
}

const ENDS_TOO_LATE =
  'The billing period ends after the year 9999, so it has no valid end date. Nothing was changed: correct the start date or set an end date in the source of the data.'

/** Decides a cancel at the instant `now` (section 3.1; gaps.md, Cancel). */
export function decideCancel(subscription: SubscriptionState, now: string): Decision {
  const status = subscriptionStatusAt(subscription, now)
  if (status === 'active') {
    const endDate = endOnCancel(subscription, now)
    if (endDate === null) return { outcome: 'refused', refusal: notCancellable(ENDS_TOO_LATE) }
    return endDate === subscription.endDate ? { outcome: 'unchanged' } : { outcome: 'change', change: { endDate } }
  }
  if ((status === 'draft' || status === 'pendingActivation') && now < subscription.startDate)
    return { outcome: 'change', change: { status: 'deleted' } }
  if (isCancelRepeated(subscription)) return { outcome: 'unchanged' }
  return {
    outcome: 'refused',
    refusal: notCancellable(
      status === 'draft'
        ? 'The subscription is a draft whose start has passed. Only an active or an upcoming subscription can be cancelled; delete this one instead.'
        : `The subscription is already ${status}. Only an active or an upcoming subscription can be cancelled.`,
    ),
  }
}

/** Decides a delete at the instant `now` (sections 3.1 and 4.2; gaps.md, Delete). */
export function decideDelete(subscription: SubscriptionState, now: string): Decision {
  const status = subscriptionStatusAt(subscription, now)
  if (status === 'deleted') return { outcome: 'unchanged' }
  if (status !== 'active') return { outcome: 'change', change: { status: 'deleted' } }
  return { outcome: 'refused', refusal: subscriptionActive(subscription.endDate) }
}
