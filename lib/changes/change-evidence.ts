import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { withoutBidi } from '@/lib/text/bidi'
import { formatLastDay } from '@/lib/time/instant'
import { couldNotBeRead, type Forecast, forecast } from '@/lib/subscriptions/forecast'
import { type KnownSubscription, knownSubscription } from '@/lib/subscriptions/known-subscription'
import { isEndAhead } from '@/lib/time/end'
import { isAsBefore, showsEffect, showsNoEffect, type ChangeAction } from './change-effect'

/** The evidence that a read after a change gives about its outcome. */
export interface ChangeEvidence {
  /**
   * `inEffect`: the read shows the effect. `nothingToChange`: the requested state existed before and still does. `asBefore`:
   * status and dates are unchanged. `other`: the read shows a change that is not the effect.
   */
  kind: 'inEffect' | 'nothingToChange' | 'asBefore' | 'other'
  /** The state of the subscription as a clause of a sentence, with UTC days. */
  words: string
  /** The API responds with 404: the subscription is gone, or a gateway misroutes the request. */
  isGone: boolean
  /** The read certainly shows no effect: every field that would show it was readable and known. */
  isWithoutEffect: boolean
}

/** True when the requested state exists, because of this change or otherwise. */
export const isTrue = (evidence: ChangeEvidence | null): evidence is ChangeEvidence =>
  evidence?.kind === 'inEffect' || evidence?.kind === 'nothingToChange'

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
  return { ...shown, isGone: is === null, isWithoutEffect }
}

function compareReads(
  action: ChangeAction,
  expected: Forecast,
  was: KnownSubscription,
  is: KnownSubscription | null,
): Pick<ChangeEvidence, 'kind' | 'words'> {
  if (is !== null && wasAlreadyOver(action, was, is))
    return {
      kind: 'nothingToChange',
      words: `it already ${is.status === 'deleted' ? 'is deleted' : endWords(is)}, as before`,
    }
  if (showsEffect(action, expected, was, is)) return { kind: 'inEffect', words: effectWords(is, expected) }
  if (is === null) return { kind: 'other', words: 'the billing API no longer knows the subscription' }
  if (hadNothingToChange(action, expected, was, is))
    return { kind: 'nothingToChange', words: `it already ${endWords(is)}, as before` }
  if (isAsBefore(was, is)) return { kind: 'asBefore', words: `it is ${stateWords(is)}, as before` }
  const [old, now] = [stateWords(was), stateWords(is)]
  return { kind: 'other', words: old === now ? `it is ${now}` : `it is ${now}; before it was ${old}` }
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

/** Returns `it ends on 28 Feb 2027`, and the expected day when that is earlier. */
function effectWords(after: KnownSubscription | null, { cancelEnd }: Forecast): string {
  if (after === null) return 'the billing API no longer knows the subscription'
  if (after.status === 'deleted') return 'it is deleted'
  if (after.endDate === null || (after.status === 'ended' && isAhead(after))) return 'it has ended'
  const isLate = cancelEnd !== null && isEndAhead(after.endDate, cancelEnd)
  return isLate && formatLastDay(after.endDate) !== formatLastDay(cancelEnd)
    ? `it ${endWords(after)}, later than this console’s forecast of ${formatLastDay(cancelEnd)}`
    : `it ${endWords(after)}`
}

const isAhead = ({ endDate, asOf }: KnownSubscription) => endDate !== null && isEndAhead(endDate, asOf)

/** Returns `ends on 28 Feb 2027`, or `has ended` without an end date. */
const endWords = (subscription: KnownSubscription) =>
  subscription.endDate === null
    ? 'has ended'
    : `${isAhead(subscription) ? 'ends' : 'ended'} on ${formatLastDay(subscription.endDate)}`

/** Returns `active, no end date` or `ended, last day 3 Mar 2027`. */
function stateWords(subscription: KnownSubscription): string {
  const { endDate } = subscription
  const status = statusWords(subscription)
  if (couldNotBeRead(subscription, 'endDate')) return `${status}, with an end date that could not be read`
  if (endDate !== null) return `${status}, last day ${formatLastDay(endDate)}`
  return `${status}, ${subscription.placeholders.endDate === null ? 'no end date' : 'no usable end date'}`
}

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null)
    return couldNotBeRead(subscription, 'status') ? 'of a status that could not be read' : 'without a status'
  return status === 'pendingActivation' ? 'pending activation' : withoutBidi(status)
}
