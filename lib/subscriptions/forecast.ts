import type { SubscriptionView } from './subscription'
import { type BillingPeriod, billingPeriodAt } from './billing-period'
import { withoutBidi } from '@/lib/text/bidi'
import { inSentence } from '@/lib/text/in-sentence'
import { formatDate, formatDateTime, formatLastDay, formatNearDate } from '@/lib/time/instant'
import { endMs, isEndAhead } from '@/lib/time/end'
import { noUsableDate } from '@/lib/time/usable-date'
import { type KnownSubscription, knownSubscription } from './known-subscription'
import { cadenceLabel } from './labels'

/** The standing of a subscription, by its status *and* its dates; `why` says why it is unknown. */
type Standing = { kind: 'upcoming' | 'running' | 'over' | 'draft' } | { kind: 'unknown'; why: string }

/** The consequence of a cancel or delete. */
interface Consequence {
  /** Why the change is not possible; null when it is, or when only the API can decide. */
  blocked: string | null
  /** One or two sentences on what would happen, or on how the end was computed (`isComputed`). */
  effect: string
  /** True when `effect` says how the console computed the end, with its exact instant. */
  isComputed?: boolean
  /** True when the change has an effect, which the console cannot undo. */
  final: boolean
  /** True when only the console's estimate of the billing period says that nothing would change. */
  isEstimate?: boolean
}

interface StandingEvent {
  kind: 'starts' | 'renews' | 'ends' | 'ended'
  /** UTC instant. */
  at: string
}

export interface Forecast {
  standing: Standing
  /** The current billing period, cut at the end of the subscription; null when there is none or it is unknown. */
  period: BillingPeriod | null
  /** The next event, or the last one of a subscription that is over; null when unknown. */
  event: StandingEvent | null
  /** What comes next, as far as event and status do not say it. */
  notes: string[]
  cancel: Consequence
  /** The UTC instant at which a cancel is expected to end a running subscription; null when it is not running, or unknown. */
  cancelEnd: string | null
  /** True when an end date was sent but could not be read, so it may end before `cancelEnd`. */
  isEndUnreadable: boolean
  delete: Consequence
}

const DAY_MS = 86_400_000
const utcDay = (iso: string) => formatDate(iso, 'UTC')
const isAfter = (iso: string, at: string) => Date.parse(iso) > Date.parse(at)

/**
 * Returns the console's forecast, by the rules of sections 3.1 and 4 (gaps.md defines the billing period). The API may compute
 * another one, and the API decides.
 * All days are UTC, like billing periods; an end is named by its last day.
 * @param at a UTC instant
 */
export function forecast(sent: SubscriptionView, at: string): Forecast {
  const subscription = knownSubscription(sent)
  const standing = standingAt(subscription, at)
  const { startDate, billingCadence } = subscription
  const runs = standing.kind === 'running' && startDate !== null && billingCadence !== null
  const period = runs ? billingPeriodAt(startDate, billingCadence, at) : null
  const facts: Facts = { subscription, standing, period, at }
  return {
    standing,
    period: period && endingWith(period, subscription.endDate),
    event: eventOf(facts),
    notes: notesOf(facts),
    cancel: cancelling(facts),
    cancelEnd: cancelEnd(facts),
    isEndUnreadable: couldNotBeRead(subscription, 'endDate'),
    delete: deleting(facts),
  }
}

interface Facts {
  subscription: KnownSubscription
  standing: Standing
  /** The billing period by cadence, regardless of the end date. */
  period: BillingPeriod | null
  at: string
}

function standingAt(subscription: KnownSubscription, at: string): Standing {
  const { status, startDate, endDate } = subscription
  const startsLater = startDate !== null && isAfter(startDate, at)
  switch (status) {
    case 'active':
      if (startsLater) return unknown('The API says active, but its start date is still ahead.')
      if (endDate !== null && !isEndAhead(endDate, at))
        return unknown(`The API says active, but its last day was ${formatLastDay(endDate)}.`)
      return { kind: 'running' }
    case 'pendingActivation':
      if (startsLater) return { kind: 'upcoming' }
      return unknown(
        startDate === null
          ? `It is pending activation, but ${lack(subscription, 'startDate', 'start date')}.`
          : 'It is pending activation, but its start date has passed: it may be running by now.',
      )
    case 'draft':
      if (startsLater) return { kind: 'upcoming' }
      return startDate === null
        ? unknown(`It is a draft, but ${lack(subscription, 'startDate', 'start date')}.`)
        : { kind: 'draft' }
    case 'ended':
    case 'deleted':
      return { kind: 'over' }
    case null:
      return unknown(couldNotBeRead(subscription, 'status') ? 'Its status could not be read.' : 'No status was sent.')
    default:
      return unknown(`This console does not know the status “${withoutBidi(status)}”.`)
  }
}

/** True when the end date is within the current period, or the period is unknown. */
const endsByItself = ({ endDate }: KnownSubscription, period: BillingPeriod | null) =>
  endDate !== null && (period === null || !isAfter(endDate, period.end))

const endingWith = (period: BillingPeriod, endDate: string | null): BillingPeriod =>
  endDate !== null && isAfter(period.end, endDate) ? { ...period, end: endDate } : period

const unknown = (why: string): Standing => ({ kind: 'unknown', why })

function eventOf({ subscription, standing, period, at }: Facts): StandingEvent | null {
  const { status, startDate, endDate } = subscription
  switch (standing.kind) {
    case 'unknown':
    case 'draft':
      return null
    case 'upcoming':
      // A draft does not start when its start date comes.
      return startDate === null || status === 'draft' ? null : { kind: 'starts', at: startDate }
    case 'over':
      // The interface document does not define the end date of a deleted subscription.
      return status === 'ended' && endDate !== null && !isEndAhead(endDate, at) ? { kind: 'ended', at: endDate } : null
    case 'running':
      if (endDate !== null && endsByItself(subscription, period)) return { kind: 'ends', at: endDate }
      if (period === null || couldNotBeRead(subscription, 'endDate')) return null
      return { kind: 'renews', at: period.end }
  }
}

function notesOf(facts: Facts): string[] {
  const { subscription, standing } = facts
  const { status, startDate, endDate } = subscription
  const isEndUnreadable = couldNotBeRead(subscription, 'endDate')
  switch (standing.kind) {
    case 'unknown':
      return trialSentence(subscription)
    case 'draft':
      return [
        'It is a draft and its start date has passed: it does not start by itself.',
        ...trialSentence(subscription),
      ]
    case 'upcoming': {
      const draft =
        status === 'draft' && startDate !== null ? [`It is a draft, set to start on ${utcDay(startDate)}.`] : []
      const end = isEndUnreadable ? ['Its end date could not be read.'] : placeholderEnd(subscription)
      return [...draft, ...(draft.length > 0 ? endSentence(subscription) : []), ...end, ...trialSentence(subscription)]
    }
    case 'over':
      if (status === 'deleted') return []
      if (endDate !== null && isEndAhead(endDate, facts.at))
        return [`The API says ended, although its last day is ${formatLastDay(endDate)}.`]
      return placeholderEnd(subscription)
    case 'running':
      return [...renewalDoubts(facts), ...trialSentence(subscription)]
  }
}

/** True when a value was sent but is unreadable, for example an end date that is not a date. */
export const couldNotBeRead = ({ unreadable }: KnownSubscription, field: keyof KnownSubscription) =>
  unreadable.includes(field)

/** Returns why a value is missing: "no start date was sent", "its start date could not be read" or "it has no usable start date (…)". */
function lack(subscription: KnownSubscription, field: 'startDate' | 'billingCadence', name: string): string {
  if (couldNotBeRead(subscription, field)) return `its ${name} could not be read`
  const placeholder = field === 'startDate' ? subscription.placeholders.startDate : null
  return placeholder === null ? `no ${name} was sent` : `it has ${inSentence(noUsableDate(name, placeholder))}`
}

const endSentence = ({ endDate }: KnownSubscription) =>
  endDate === null ? [] : [`It ends on ${formatLastDay(endDate)}.`]

/** Returns a sentence about a placeholder that was sent as the end date. */
const placeholderEnd = ({ placeholders: { endDate } }: KnownSubscription) =>
  endDate === null ? [] : [`${noUsableDate('end date', endDate)}.`]

function renewalDoubts({ subscription, period }: Facts): string[] {
  if (couldNotBeRead(subscription, 'endDate')) return ['Whether it renews is unknown: its end date could not be read.']
  const isUnknown = period === null && subscription.billingCadence !== 'oneTime'
  return [
    ...(isUnknown ? [`When it renews is unknown: ${periodDoubt(subscription)}.`] : []),
    ...placeholderEnd(subscription),
  ]
}

function periodDoubt(subscription: KnownSubscription): string {
  const { startDate, billingCadence } = subscription
  if (billingCadence === null) return lack(subscription, 'billingCadence', 'billing interval')
  if (startDate === null) return lack(subscription, 'startDate', 'start date')
  return `this console does not know the billing interval “${withoutBidi(billingCadence)}”`
}

function trialSentence(subscription: KnownSubscription): string[] {
  const { isTrial, chargeForUsageBasedPricesDuringTrial: charged } = subscription
  if (couldNotBeRead(subscription, 'isTrial')) return ['Whether it is a trial could not be read.']
  if (isTrial !== true) return []
  if (charged === null) {
    const read = couldNotBeRead(subscription, 'chargeForUsageBasedPricesDuringTrial')
    return [`Trial; whether usage is charged ${read ? 'could not be read' : 'was not sent'}`]
  }
  return [charged ? 'Trial, but usage is charged' : 'Trial: usage is not charged']
}

const possible = (effect: string): Consequence => ({ blocked: null, effect, final: true })
const computed = (how: string, end: string): Consequence => ({
  ...possible(`${how} Ends at ${formatDateTime(end, 'UTC')} UTC.`),
  isComputed: true,
})
const alreadyEnds = (end: string, isEstimate: boolean): Consequence => ({
  blocked: null,
  effect: `Already ends: last day ${formatLastDay(end)}.`,
  final: false,
  isEstimate,
})
const blocked = (reason: string): Consequence => ({ blocked: reason, effect: reason, final: false })
const apiDecides = (why: string): Consequence => possible(`${why} The API decides what happens.`)

function cancelling({ subscription, standing, period, at }: Facts): Consequence {
  const { status, startDate, endDate, billingCadence } = subscription
  switch (standing.kind) {
    case 'unknown':
      return apiDecides(standing.why)
    case 'upcoming':
      return possible('It has not started yet: cancelling deletes it.')
    case 'draft':
      return blocked('Never started: you can delete it')
    case 'over':
      return blocked(status === 'deleted' ? 'Already deleted' : 'Already ended')
    case 'running':
      if (billingCadence === 'oneTime' && couldNotBeRead(subscription, 'endDate'))
        return possible('It is billed once. When it ends is unknown: its end date could not be read.')
      if (billingCadence === 'oneTime')
        return endDate === null
          ? computed('Billed once, so it has no period to wait for.', at)
          : alreadyEnds(endDate, false)
      if (period === null)
        return possible(
          `It stays active until the end of its current billing period, then ends. The date is unknown: ${periodDoubt(subscription)}.`,
        )
      if (endDate !== null && !isAfter(endDate, period.end)) return alreadyEnds(endDate, true)
      return computed(
        `The end of billing period ${period.number}, which began on ${utcDay(period.start)}: ${cadenceLabel(billingCadence ?? '').toLowerCase()} from ${utcDay(startDate ?? period.start)}.`,
        period.end,
      )
  }
}

function cancelEnd({ subscription, standing, period, at }: Facts): string | null {
  if (standing.kind !== 'running') return null
  if (subscription.billingCadence !== 'oneTime') return period?.end ?? null
  return couldNotBeRead(subscription, 'endDate') ? null : (subscription.endDate ?? at)
}

function deleting({ subscription, standing, period, at }: Facts): Consequence {
  const { endDate } = subscription
  if (subscription.status === 'deleted') return blocked('Already deleted')
  switch (standing.kind) {
    case 'running':
      return endDate !== null && endsByItself(subscription, period)
        ? blocked(`Can be deleted from ${formatNearDate(dayAfter(endDate), at, 'UTC')}`)
        : blocked('Cancel before deleting')
    case 'unknown':
      return apiDecides(standing.why)
    case 'upcoming':
      return possible('It has not started yet: it will be deleted and will not start.')
    case 'draft':
    case 'over':
      return possible('It will be deleted.')
  }
}

/** Returns the UTC day after the last day of an end, from which its subscription is over. */
const dayAfter = (end: string) => new Date(Math.ceil(endMs(end) / DAY_MS) * DAY_MS).toISOString()
