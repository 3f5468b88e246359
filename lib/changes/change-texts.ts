import type { ChangeState, ConfirmedChange, SeenDifference, SeenField } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate, formatDateTime, formatLastDay } from '@/lib/time/instant'
import { isEndAhead } from '@/lib/time/end'
import { placeholderDay, usableDate } from '@/lib/time/usable-date'
import type { ChangeAction } from './change-effect'
import type { ChangeEvidence } from './change-evidence'
import { effectWords } from './expected-effect'

type Shown = Pick<ChangeEvidence, 'kind' | 'words'>

const NOTHING_TO_CHANGE = 'there was nothing to change.'
const BY_SOMEONE_ELSE = 'It may have been done by someone else.'
/** The start of `lateWords`. */
const LATE_RESPONSE = 'The API’s response came late:'
/** Part of `effectWords` in change-evidence.ts. */
const LATER_THAN_FORECAST = 'later than this console’s forecast'
/** Clauses of `effectWords` in change-evidence.ts. */
const IS_DELETED = 'it is deleted'
const IS_UNKNOWN = 'the billing API no longer knows the subscription'
const HAS_ENDED = 'it has ended'

/** True when `confirmedWords` said that there was nothing to change. */
export const hadNothingToChange = (detail: string): boolean => detail.includes(NOTHING_TO_CHANGE)

/** What a read shows of a subscription after a change. */
export type ShownSubscription = Pick<SubscriptionView, 'status' | 'endDate'>

/**
 * True when a subscription shows what a confirmed change did, by the detail of the change (`confirmedWords`). False when the detail
 * says that someone else may have done it.
 * @param shown `gone` when the API no longer knows the subscription
 */
export function isStillInEffect(
  { action, detail }: Pick<ConfirmedChange, 'action' | 'detail'>,
  shown: ShownSubscription | 'gone',
): boolean {
  if (hadNothingToChange(detail) || detail.includes(BY_SOMEONE_ELSE)) return false
  if (shown === 'gone' || shown.status === 'deleted')
    return action === 'delete' || detail.includes(IS_DELETED) || detail.includes(IS_UNKNOWN)
  const endDate = usableDate(shown.endDate)
  if (endDate === null) return shown.status === 'ended' && detail.includes(HAS_ENDED)
  return action === 'cancel' && namesEnd(detail, endDate)
}

/** True when the detail of a confirmed cancel names the last day of this end. */
export const namesEnd = (detail: string, endDate: string): boolean => detail.includes(` on ${formatLastDay(endDate)}`)

/** Returns who made a change and when: "ann@example.com cancelled it on 3 Mar 2027, 10:12 UTC." */
export const confirmedByWords = ({ action, actor, createdAt }: Omit<ConfirmedChange, 'detail'>): string =>
  `${actor} ${action === 'cancel' ? 'cancelled' : 'deleted'} it on ${formatDateTime(createdAt, 'UTC')} UTC.`

/** Returns what the detail of a confirmed change says beyond its result; null when it says nothing more. */
export function confirmedNote(detail: string): string | null {
  const [, beyond] = detail.split(NOTHING_TO_CHANGE)
  if (beyond !== undefined) return beyond.trim() || null
  if (detail.includes(LATER_THAN_FORECAST)) return detail
  const late = detail.indexOf(LATE_RESPONSE)
  if (late !== -1) return detail.slice(late)
  if (detail.endsWith(BY_SOMEONE_ELSE)) return BY_SOMEONE_ELSE
  const isResult = detail === 'Deleted.' || detail.startsWith('Cancelled: ')
  return isResult ? null : detail
}

/**
 * Returns the result of a confirmed change as a notice's title: "Subscription cancelled: ends 30 Nov 2026", "Nothing changed: already
 * ends 30 Nov 2026".
 * @param after the subscription after the change; `gone` when the API no longer knows it, null when it was not read
 */
export function resultTitle(
  { action, detail }: { action: ChangeAction; detail: string },
  after: Pick<SubscriptionView, 'status' | 'endDate' | 'asOf'> | 'gone' | null,
): string {
  const nothing = hadNothingToChange(detail)
  if (action === 'delete') return nothing ? 'Nothing changed: already deleted' : 'Subscription deleted'
  const title = nothing ? 'Nothing changed' : 'Subscription cancelled'
  if (after === null) return title
  if (after === 'gone') return `${title}: the billing API no longer knows it`
  const endDate = usableDate(after.endDate)
  const result = nothing ? `${title}: already` : `${title}:`
  if (after.status === 'deleted') return `${result} deleted`
  if (endDate === null) return after.status === 'ended' ? `${result} ended` : title
  return `${result} ${isEndAhead(endDate, after.asOf) ? 'ends' : 'ended'} ${formatLastDay(endDate)}`
}

/** Returns the detail of a change in effect. @param response whether the billing API had accepted the change */
export function confirmedWords(action: ChangeAction, response: 'accepted' | 'unknown', { kind, words }: Shown): string {
  if (kind === 'nothingToChange') return `${capital(words)}: ${NOTHING_TO_CHANGE}`
  if (response === 'unknown') return `It is in effect: ${words}. ${BY_SOMEONE_ELSE}`
  return action === 'delete' ? 'Deleted.' : `Cancelled: ${words}.`
}

/** Returns the detail of a change that the billing API refused and that is not in effect. */
export const rejectedWords = ({ kind, words }: Shown): string =>
  kind === 'other' ? `It is not in effect: ${words}.` : `Nothing was changed: ${words}.`

/** Returns the detail of a change while its outcome is unknown. */
export const openWords = (
  action: ChangeAction,
  response: 'accepted' | 'denied' | 'unreadable' | 'refused' | 'unknown',
): string =>
  ({
    unreadable: `The response to the ${action} was not in the API’s format. Not known yet whether it took effect.`,
    denied: `The API responded with success, but says that the ${action} was not done. Not known yet whether it took effect.`,
    accepted: `The API accepted the ${action}. Not known yet whether it took effect.`,
    refused: `The API refused the ${action}. Not known yet whether it changed anything.`,
    unknown: `Not known yet whether the ${action} took effect.`,
  })[response]

/** Returns a sentence on what the last read shows. */
export const shownWords = (evidence: Shown | null): string =>
  evidence === null ? 'The subscription could not be read again.' : `${capital(evidence.words)}.`

export const notAppliedWords = (action: ChangeAction) =>
  `The ${action} was not applied: later reads show no effect. It is safe to try again.`

/** Returns the sentence to append when a late response corrects a recorded outcome; empty when none was recorded. */
export const lateWords = (corrected: ChangeState): string => {
  if (corrected === 'NOT_APPLIED') return ' The API’s response came late: this was recorded as not applied before.'
  return corrected === 'NEEDS_REVIEW' ? ' The API’s response came late: this was waiting for a review before.' : ''
}

export const reviewWords = (action: ChangeAction) =>
  `The console has stopped checking the outcome of the ${action}. Check the subscription; if it does not show the outcome, ask the operator of the billing API. Then close this change with what you found.`

const FIELD_NAMES: Record<SeenField, string> = {
  status: 'status',
  startDate: 'start date',
  endDate: 'last day',
  billingCadence: 'billing interval',
  planId: 'plan',
  customerId: 'customer',
  prices: 'prices',
  updatedAt: 'date of the last update',
  effect: 'effect',
}

/** Returns the detail of a change that was not sent because the subscription has changed since the agent loaded or proposed it. */
export function staleWords(differences: readonly SeenDifference[], since = 'you looked'): string {
  const sentences = differences
    .filter(({ field }) => field !== 'updatedAt')
    .map(({ field, seen, found }) =>
      field === 'prices'
        ? 'its plan or its prices have changed'
        : field === 'effect'
          ? `now it ${valueWords(field, found)}; when it was confirmed, it ${valueWords(field, seen)}`
          : `its ${FIELD_NAMES[field]} was ${valueWords(field, seen)} and is ${valueWords(field, found)}`,
    )
  return `Nothing was sent: the subscription has changed since ${since}. ${capital(sentences.join(', '))}.`
}

/** Returns a value for a sentence: "none", the UTC start day, or the last day of an end. */
export function valueWords(field: SeenField, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'effect') return withoutBidi(effectWords(value))
  if (Number.isNaN(Date.parse(value)) || placeholderDay(value) !== null) return withoutBidi(value)
  if (field === 'endDate') return formatLastDay(value)
  return field === 'startDate' ? formatDate(value, 'UTC') : withoutBidi(value)
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
