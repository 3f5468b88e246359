import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import { couldNotBeRead, type Forecast, forecast } from './forecast'
import { withoutBidi } from '../format/bidi'
import { formatDate, formatDateTime } from '../format/instant'
import { type KnownSubscription, knownSubscription } from './known-subscription'
import { isAsBefore, showsEffect, type SubscriptionAction } from './write-effect'

/** A cancel or delete that was sent. */
export interface SentWrite {
  action: SubscriptionAction
  /** What came back: a 2xx, a 4xx that says no, or nothing that tells what happened. */
  response: 'accepted' | 'refused' | 'none'
  /** What is known of an answer that was no 2xx, or of its absence. */
  problem?: Problem
  /** The subscription as it was read just before. */
  before: SubscriptionView
}

/** The subscription as it was read again, null where it answers 404; or why it could not be read, in a few words. */
export type Reading = { subscription: SubscriptionView | null } | { problem: string }

export interface WriteOutcome {
  /**
   * `done`: it shows the effect. `alreadySo`: accepted, and there was nothing to change. `refused`: the API said no, and
   * nothing was changed. `contradicted`: the API said no, yet it shows the effect. `unknown`: anything else.
   */
  verdict: 'done' | 'alreadySo' | 'refused' | 'contradicted' | 'unknown'
  message: string
  /** What the subscription shows, where `message` does not say it. */
  shown?: string
}

/** What became of a write, told by the effect that was asked for. Days are written in `timeZone`. */
export function writeOutcome(write: SentWrite, reading: Reading, timeZone: string): WriteOutcome {
  const { action, response } = write
  const before = knownSubscription(write.before)
  if ('problem' in reading) return notKnown(write, `It could not be read again: ${reading.problem}.`)
  const after = reading.subscription && knownSubscription(reading.subscription)
  const expected = forecast(write.before, write.before.asOf, timeZone)
  const day = (iso: string) => formatDate(iso, timeZone)

  if (showsEffect(action, expected, before, after)) {
    const effect = effectSentence(after, expected, day)
    if (response === 'refused')
      return { verdict: 'contradicted', message: `The API refused the ${action}, yet it is in effect: ${effect}.` }
    if (response === 'none') return { verdict: 'done', message: `It did take effect: ${effect}.` }
    return { verdict: 'done', message: action === 'delete' ? 'Deleted.' : `Cancelled: ${effect}.` }
  }
  if (response === 'accepted' && after !== null && hadNothingToChange(action, expected, before, after))
    return {
      verdict: 'alreadySo',
      message: `It already ${endSentence(after, day)}, as before.`,
      shown: 'The API accepted the cancel, and the end stayed where it was.',
    }
  if (response === 'refused' && after !== null && isAsBefore(before, after))
    return { verdict: 'refused', message: `Nothing was changed: it is ${stateSentence(after, day)}, as before.` }
  return notKnown(write, changeSentence(before, after, day))
}

function notKnown({ action, response }: SentWrite, shown: string): WriteOutcome {
  const message = {
    accepted: `The API accepted the ${action}. Not known yet whether it took effect.`,
    refused: `The API refused the ${action}. Not known yet whether it changed anything.`,
    none: `Not known yet whether the ${action} took effect.`,
  }[response]
  return { verdict: 'unknown', message, shown }
}

/** It was to end anyway, no later than a cancel ends it, and still does: our own service's repeat is 200, for one. */
function hadNothingToChange(
  action: SubscriptionAction,
  { cancel }: Forecast,
  before: KnownSubscription,
  after: KnownSubscription,
): boolean {
  if (action === 'delete' || cancel.blocked !== null || cancel.final) return false
  return after.endDate === before.endDate && (after.status === before.status || after.status === 'ended')
}

type Day = (iso: string) => string

/** `it ends on 28 Feb 2027`, with the day this console expected where that is earlier. */
function effectSentence(after: KnownSubscription | null, { cancelEnd }: Forecast, day: Day): string {
  if (after === null) return 'the billing API no longer knows the subscription'
  if (after.status === 'deleted') return 'it is deleted'
  if (after.endDate === null || (after.status === 'ended' && isAhead(after))) return 'it has ended'
  const isLate = cancelEnd !== null && Date.parse(after.endDate) > Date.parse(cancelEnd)
  return isLate && day(after.endDate) !== day(cancelEnd)
    ? `it ${endSentence(after, day)}, later than this console’s forecast of ${day(cancelEnd)}`
    : `it ${endSentence(after, day)}`
}

const isAhead = ({ endDate, asOf }: KnownSubscription) => endDate !== null && Date.parse(endDate) > Date.parse(asOf)

/** `ends on 28 Feb 2027`; empty without an end date. */
const endSentence = (subscription: KnownSubscription, day: Day) =>
  subscription.endDate === null ? '' : `${isAhead(subscription) ? 'ends' : 'ended'} on ${day(subscription.endDate)}`

function changeSentence(before: KnownSubscription, after: KnownSubscription | null, day: Day): string {
  if (after === null) return 'The billing API no longer knows the subscription.'
  const [was, is] = [stateSentence(before, day), stateSentence(after, day)]
  if (isAsBefore(before, after)) return `Status and dates are as before: ${is}.`
  return was === is ? `It shows: ${is}.` : `It shows: ${is}. Before: ${was}.`
}

const MOST_SEEN_CHARS = 400

/** What somebody saw of a subscription when they decided, for the record: `active, no end date, as of 10 Feb 2027, 12:00 UTC`. */
export function seenInWords(before: SubscriptionView): string {
  const state = stateSentence(knownSubscription(before), (iso) => formatDate(iso, 'UTC'))
  return `${state.slice(0, MOST_SEEN_CHARS - 40)}, as of ${formatDateTime(before.asOf, 'UTC')} UTC`
}

/** `active, no end date`, `ended, end date 3 Mar 2027`. */
function stateSentence(subscription: KnownSubscription, day: Day): string {
  const { endDate } = subscription
  const status = statusSentence(subscription)
  if (couldNotBeRead(subscription, 'endDate')) return `${status}, an end date that could not be read`
  return `${status}, ${endDate === null ? 'no end date' : `end date ${day(endDate)}`}`
}

function statusSentence(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null)
    return couldNotBeRead(subscription, 'status') ? 'a status that could not be read' : 'without a status'
  return status === 'pendingActivation' ? 'pending activation' : withoutBidi(status)
}
