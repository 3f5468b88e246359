import type { SubscriptionView } from '@/contract/console/subscription'
import { withoutBidi } from '../../format/bidi'
import { formatDate } from '../../format/instant'
import { couldNotBeRead, type Forecast, forecast } from '../subscription/forecast'
import { type KnownSubscription, knownSubscription } from '../subscription/known-subscription'
import { isAsBefore, showsEffect, showsNoEffect, type ChangeAction } from './change-effect'

/** What a subscription tells of a write when it is read again. */
export interface ChangeEvidence {
  /**
   * `inEffect`: it shows the effect. `nothingToChange`: what was asked for was so before, and still is. `asBefore`: its
   * status and dates are as before. `other`: it shows a change that is not the effect.
   */
  kind: 'inEffect' | 'nothingToChange' | 'asBefore' | 'other'
  /** What it shows, to stand in a sentence; its days are UTC days. */
  words: string
  /** It answers 404: it is gone, or something in between does not find the way. */
  isGone: boolean
  /** It can be told from what it shows that the effect is not there: all that the effect is told by was read, and known. */
  isWithoutEffect: boolean
}

/** Whether what was asked for is so, by this write or anyhow. */
export const isTrue = (evidence: ChangeEvidence | null): evidence is ChangeEvidence =>
  evidence?.kind === 'inEffect' || evidence?.kind === 'nothingToChange'

/**
 * What a read tells of a write: by the effect that was asked for (`showsEffect`), and by nothing else.
 * @param before the subscription as it was read just before; its plan does not matter
 * @param after as it was read again; null where it answers 404
 */
export function changeEvidence(
  action: ChangeAction,
  before: SubscriptionView,
  after: SubscriptionView | null,
): ChangeEvidence {
  const [was, is] = [knownSubscription(before), after && knownSubscription(after)]
  const expected = forecast(before, before.asOf, 'UTC')
  const told = shown(action, expected, was, is)
  const isWithoutEffect = told.kind === 'other' ? showsNoEffect(action, was, is) : told.kind !== 'inEffect'
  return { ...told, isGone: is === null, isWithoutEffect }
}

function shown(
  action: ChangeAction,
  expected: Forecast,
  was: KnownSubscription,
  is: KnownSubscription | null,
): Pick<ChangeEvidence, 'kind' | 'words'> {
  if (is !== null && wasSo(action, was, is))
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

/** It was over before, and is so still. */
function wasSo(action: ChangeAction, before: KnownSubscription, after: KnownSubscription): boolean {
  if (after.status !== before.status || after.endDate !== before.endDate) return false
  return before.status === 'deleted' || (action === 'cancel' && before.status === 'ended')
}

/** It was to end anyway, no later than a cancel ends it, and still does: our own service's repeat is 200, for one. */
function hadNothingToChange(
  action: ChangeAction,
  { cancel }: Forecast,
  before: KnownSubscription,
  after: KnownSubscription,
): boolean {
  if (action === 'delete' || cancel.blocked !== null || cancel.final) return false
  return after.endDate === before.endDate && (after.status === before.status || after.status === 'ended')
}

const day = (iso: string) => formatDate(iso, 'UTC')

/** `it ends on 28 Feb 2027`, with the day this console expected where that is earlier. */
function effectWords(after: KnownSubscription | null, { cancelEnd }: Forecast): string {
  if (after === null) return 'the billing API no longer knows the subscription'
  if (after.status === 'deleted') return 'it is deleted'
  if (after.endDate === null || (after.status === 'ended' && isAhead(after))) return 'it has ended'
  const isLate = cancelEnd !== null && Date.parse(after.endDate) > Date.parse(cancelEnd)
  return isLate && day(after.endDate) !== day(cancelEnd)
    ? `it ${endWords(after)}, later than this console’s forecast of ${day(cancelEnd)}`
    : `it ${endWords(after)}`
}

const isAhead = ({ endDate, asOf }: KnownSubscription) => endDate !== null && Date.parse(endDate) > Date.parse(asOf)

/** `ends on 28 Feb 2027`; of one without an end date that it has ended. */
const endWords = (subscription: KnownSubscription) =>
  subscription.endDate === null
    ? 'has ended'
    : `${isAhead(subscription) ? 'ends' : 'ended'} on ${day(subscription.endDate)}`

/** `active, no end date`, `ended, end date 3 Mar 2027`. */
function stateWords(subscription: KnownSubscription): string {
  const { endDate } = subscription
  const status = statusWords(subscription)
  if (couldNotBeRead(subscription, 'endDate')) return `${status}, with an end date that could not be read`
  return `${status}, ${endDate === null ? 'no end date' : `end date ${day(endDate)}`}`
}

function statusWords(subscription: KnownSubscription): string {
  const { status } = subscription
  if (status === null)
    return couldNotBeRead(subscription, 'status') ? 'of a status that could not be read' : 'without a status'
  return status === 'pendingActivation' ? 'pending activation' : withoutBidi(status)
}
