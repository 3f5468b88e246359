import { SUBSCRIPTION_STATUSES } from '@/components/subscription-status-label'
import type { SubscriptionView } from '@/contract/console/subscription'
import { couldNotBeRead, type Forecast } from '@/lib/domain/subscription/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/domain/subscription/known-subscription'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { noUsableDate } from '@/lib/domain/time/usable-date'
import { withoutBidi } from '@/lib/format/bidi'
import { formatDate, formatEnd, formatLastDay } from '@/lib/format/instant'
import { cadenceLabel } from '@/lib/format/labels'

/** A field of a subscription before and after the change. */
export interface FieldChange {
  what: 'Status' | 'End date'
  now: string
  after: string
  /** The reason for the new value. */
  why: string | null
}

const NOT_KNOWN = 'Not known beforehand'

/**
 * Lists the fields that a cancel or delete is expected to change, by the console's own forecast (sections 3.1 and 4).
 * The end date is in `timeZone`; period days and the start they count from are in UTC.
 */
export function beforeAfter(
  action: ChangeAction,
  view: SubscriptionView,
  expected: Forecast,
  timeZone: string,
): FieldChange[] {
  const { blocked, final } = expected[action]
  if (blocked !== null || !final) return []
  const subscription = knownSubscription(view)
  const zone = timeZone === 'UTC' ? '' : ' UTC'
  const periodDay = (iso: string) => formatDate(iso, 'UTC') + zone
  const end = (iso: string) => formatEnd(iso, timeZone)
  const status = (after: string): FieldChange => ({ what: 'Status', now: statusWords(subscription), after, why: null })
  const endDate = (after: string, why: string | null): FieldChange => ({
    what: 'End date',
    now: endWords(subscription, end),
    after,
    why,
  })

  if (expected.standing.kind === 'unknown') return [status(NOT_KNOWN), endDate(NOT_KNOWN, null)]
  if (action === 'delete' || expected.standing.kind === 'upcoming') return [status('Deleted')]

  const { cancelEnd, period } = expected
  if (cancelEnd === null) return [status('Active until it ends, then Ended'), endDate(NOT_KNOWN, null)]
  if (period === null) return [status('Ended'), endDate(end(cancelEnd), 'Billed once, so it ends immediately.')]
  const { startDate, billingCadence } = subscription
  const from = startDate === null ? '' : ` from ${periodDay(startDate)}`
  const why = `The end of billing period ${period.number}, which began on ${periodDay(period.start)}: ${cadenceLabel(billingCadence ?? '').toLowerCase()}${from}.`
  return [status(`Active · ends ${formatLastDay(cancelEnd, timeZone)}`), endDate(end(cancelEnd), why)]
}

const LABELS = new Map(Object.entries(SUBSCRIPTION_STATUSES).map(([status, { label }]) => [status, label]))

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null) return couldNotBeRead(subscription, 'status') ? 'Could not be read' : 'Not sent'
  return LABELS.get(status) ?? withoutBidi(status)
}

function endWords(subscription: KnownSubscription, end: (iso: string) => string): string {
  if (subscription.endDate !== null) return end(subscription.endDate)
  if (couldNotBeRead(subscription, 'endDate')) return 'Could not be read'
  const { endDate } = subscription.placeholders
  return endDate === null ? 'None' : noUsableDate('date', endDate)
}
