import { SUBSCRIPTION_STATUSES } from '@/components/subscription-status-label'
import type { SubscriptionView } from '@/contract/console/subscription'
import { couldNotBeRead, type Forecast } from '@/lib/domain/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/domain/known-subscription'
import type { SubscriptionAction } from '@/lib/domain/write-effect'
import { withoutBidi } from '@/lib/format/bidi'
import { formatDate } from '@/lib/format/instant'
import { cadenceLabel } from '@/lib/format/labels'

/** One thing of a subscription, as it was read and as it is expected to be. */
export interface Change {
  what: 'Status' | 'End date'
  now: string
  after: string
  /** How that comes about. */
  why: string | null
}

export interface BeforeAfter {
  /** None where nothing is expected to change. */
  changes: Change[]
  /** What stays as it is, in a sentence; null where there is nothing to say. */
  stays: string | null
}

const NOT_KNOWN = 'Not known beforehand'
const NOTHING: BeforeAfter = { changes: [], stays: null }

/**
 * What an action is expected to change, by the console's own forecast (sections 3.1 and 4). Days are UTC days, said to be
 * where `timeZone` is another.
 */
export function beforeAfter(
  action: SubscriptionAction,
  view: SubscriptionView,
  expected: Forecast,
  timeZone: string,
): BeforeAfter {
  const { blocked, final } = expected[action]
  if (blocked !== null || !final) return NOTHING
  const subscription = knownSubscription(view)
  const zone = timeZone === 'UTC' ? '' : ' UTC'
  const date = (iso: string) => formatDate(iso, 'UTC') + zone
  const status = (after: string): Change => ({ what: 'Status', now: statusWords(subscription), after, why: null })
  const endDate = (after: string, why: string | null): Change => ({
    what: 'End date',
    now: endWords(subscription, date),
    after,
    why,
  })

  if (expected.standing.kind === 'unknown')
    return { ...NOTHING, changes: [status(NOT_KNOWN), endDate(NOT_KNOWN, null)] }
  if (action === 'delete' || expected.standing.kind === 'upcoming')
    return { changes: [status('Deleted')], stays: 'What was done to it stays in the console’s activity.' }

  const { cancelEnd, period } = expected
  const stays = 'Until it ends: plan, price and cadence, as above.'
  if (cancelEnd === null)
    return { changes: [status('Active until it ends, then Ended'), endDate(NOT_KNOWN, null)], stays }
  if (period === null)
    return { changes: [status('Ended'), endDate(date(cancelEnd), 'Billed once: at once.')], stays: null }
  const { startDate, billingCadence } = subscription
  const from = startDate === null ? '' : ` from ${date(startDate)}`
  const why = `The end of billing period ${period.number}, which began on ${date(period.start)}: ${cadenceLabel(billingCadence ?? '').toLowerCase()}${from}.`
  return { changes: [status(`Active until ${date(cancelEnd)}, then Ended`), endDate(date(cancelEnd), why)], stays }
}

const LABELS = new Map(Object.entries(SUBSCRIPTION_STATUSES).map(([status, { label }]) => [status, label]))

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null) return couldNotBeRead(subscription, 'status') ? 'Could not be read' : 'Not sent'
  return LABELS.get(status) ?? withoutBidi(status)
}

function endWords(subscription: KnownSubscription, date: (iso: string) => string): string {
  if (subscription.endDate !== null) return date(subscription.endDate)
  return couldNotBeRead(subscription, 'endDate') ? 'Could not be read' : 'None'
}
