import type { SubscriptionView } from '@/contract/console/subscription'
import { couldNotBeRead, type Forecast } from '@/lib/domain/subscription/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/domain/subscription/known-subscription'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { noUsableDate } from '@/lib/domain/time/usable-date'
import { withoutBidi } from '@/lib/format/bidi'
import { formatDate, formatDateTime, formatLastDay } from '@/lib/format/instant'
import { cadenceLabel } from '@/lib/format/labels'
import { statusName } from '@/lib/format/status-names'

/** A field of a subscription before and after the change. */
export interface FieldChange {
  what: 'Status' | 'Last day'
  now: string
  after: string
  /** The exact instant of a new end; null when there is none. */
  exact: string | null
  /** The reason for the new value. */
  why: string | null
}

const NOT_KNOWN = 'Not known beforehand'

/**
 * Lists the fields that a cancel or delete is expected to change, by the console's own forecast (sections 3.1 and 4).
 * All days are UTC.
 */
export function beforeAfter(action: ChangeAction, view: SubscriptionView, expected: Forecast): FieldChange[] {
  const { blocked, final } = expected[action]
  if (blocked !== null || !final) return []
  const subscription = knownSubscription(view)
  const status = (after: string): FieldChange => ({
    what: 'Status',
    now: statusWords(subscription),
    after,
    exact: null,
    why: null,
  })
  const lastDay = (end: string | null, why: string | null): FieldChange => ({
    what: 'Last day',
    now: lastDayWords(subscription),
    after: end === null ? NOT_KNOWN : formatLastDay(end),
    exact: end === null ? null : `${formatDateTime(end, 'UTC')} UTC`,
    why,
  })

  if (expected.standing.kind === 'unknown') return [status(NOT_KNOWN), lastDay(null, null)]
  if (action === 'delete' || expected.standing.kind === 'upcoming') return [status('Deleted')]

  const { cancelEnd, period } = expected
  if (cancelEnd === null) return [status('Active until it ends, then Ended'), lastDay(null, null)]
  if (period === null) return [status('Ended'), lastDay(cancelEnd, 'Billed once, so it ends immediately.')]
  const { startDate, billingCadence } = subscription
  const from = startDate === null ? '' : ` from ${formatDate(startDate, 'UTC')}`
  const why = `The end of billing period ${period.number}, which began on ${formatDate(period.start, 'UTC')}: ${cadenceLabel(billingCadence ?? '').toLowerCase()}${from}.`
  return [status(`Active · ends ${formatLastDay(cancelEnd)}`), lastDay(cancelEnd, why)]
}

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null) return couldNotBeRead(subscription, 'status') ? 'Could not be read' : 'Not sent'
  return withoutBidi(statusName('subscription', status))
}

function lastDayWords(subscription: KnownSubscription): string {
  if (subscription.endDate !== null) return formatLastDay(subscription.endDate)
  if (couldNotBeRead(subscription, 'endDate')) return 'Could not be read'
  const { endDate } = subscription.placeholders
  return endDate === null ? 'None' : noUsableDate('end date', endDate)
}
