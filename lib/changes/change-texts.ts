import type {
  ChangeCause,
  PriorChange,
  SeenDifference,
  SeenField,
  ShownEffect,
  ShownSubscription,
  SubscriptionChange,
} from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { formatCount } from '@/lib/money/amount'
import { withoutBidi } from '@/lib/text/bidi'
import { formatDate, formatDateTime, formatLastDay } from '@/lib/time/instant'
import { isEndAhead } from '@/lib/time/end'
import { placeholderDay, usableDate } from '@/lib/time/usable-date'
import type { ChangeAction } from './change-effect'
import { endDayOf, confirmedResult, hadNothingToChange, isAhead } from './confirmed-result'
import { effectWords } from './expected-effect'

/*
 * All sentences on a change, from its state's cause: for pages, replies, tools, files and the activity.
 */

type Explained = Pick<SubscriptionChange, 'action' | 'cause'>

const NOTHING_SENT = 'Nothing was sent'
const READ_FIRST = 'The subscription is read before anything is sent.'
const PROPOSE_AGAIN = 'Propose it again if it is still wanted.'
const BY_SOMEONE_ELSE = 'It may have been done by someone else.'

/** Returns one or two sentences on why a change is in its state. @param differences of a change that was not as it was seen */
export function changeWords(action: ChangeAction, cause: ChangeCause, differences: readonly SeenDifference[]): string {
  switch (cause.kind) {
    case 'reading':
      return READ_FIRST
    case 'queued':
      return 'It waits for its turn. Nothing was sent yet.'
    case 'onItsWay':
      return 'It is on its way.'
    case 'proposed':
      return proposedWords(cause)
    case 'approved':
      return `${cause.by} approved it. ${READ_FIRST}`
    case 'expired':
      return expiredWords(cause)
    case 'declined':
      return `${NOTHING_SENT}: ${cause.by} declined it.`
    case 'withdrawn':
      return `${NOTHING_SENT}: ${cause.by} withdrew it.`
    case 'stopped':
      return `${NOTHING_SENT}: ${cause.by} stopped the rest.`
    case 'overtaken':
      return `${NOTHING_SENT}: another change of this subscription was sent meanwhile. ${PROPOSE_AGAIN}`
    case 'changed':
      return staleWords(differences, cause)
    case 'notAllowed':
      return `${NOTHING_SENT}: the person who requested or approved it is disabled or lost the role.`
    case 'waitedTooLong':
      return `${NOTHING_SENT}: it waited for more than ${formatCount(cause.hours, 'hour')}. Cancel it again if it is still wanted.`
    case 'failed':
      return `${NOTHING_SENT}: the console failed. Its log has the error.`
    case 'leftUnsent':
      return `${NOTHING_SENT}: the console stopped, or could not write to its store, before the request was sent.`
    case 'problem':
      return cause.problem
    case 'confirmed':
      return confirmedWords(action, cause) + appended(priorWords(cause.prior)) + appended(lateWords(cause.corrects))
    case 'rejected':
      return rejectedWords(cause.shown) + appended(priorWords(cause.prior)) + appended(lateWords(cause.corrects))
    case 'open':
      return openWords(action, cause) + appended(lateWords(cause.corrects))
    case 'notApplied':
      return `The ${action} was not applied: later reads show no effect. It is safe to try again.`
    case 'gaveUp':
      return `The console has stopped checking the outcome of the ${action}. Check the subscription; if it does not show the outcome, ask the operator of the billing API. Then close this change with what you found. ${lastReadWords(cause.shown)}`
    case 'earlier':
      return cause.words
  }
}

const appended = (sentence: string | null) => (sentence === null ? '' : ` ${sentence}`)

/**
 * True when a subscription shows what a confirmed change did. False when someone else may have done it.
 * @param shown `gone` when the API no longer knows the subscription
 */
export function isStillInEffect(
  change: Explained,
  shown: Pick<SubscriptionView, 'status' | 'endDate'> | 'gone',
): boolean {
  const result = confirmedResult(change)
  if (result === null || result.hadNothingToChange || result.isUnsure) return false
  if (shown === 'gone' || shown.status === 'deleted') return change.action === 'delete' || result.end === 'deleted'
  const endDate = usableDate(shown.endDate)
  if (endDate === null) return shown.status === 'ended' && result.end === 'ended'
  return change.action === 'cancel' && result.end === formatLastDay(endDate)
}

/** Returns what a confirmed change's cause says beyond its result; null when it says nothing more. */
export function confirmedNote({ action, cause }: Explained): string | null {
  if (cause.kind === 'earlier') return cause.note ?? null
  if (cause.kind !== 'confirmed') return null
  const late = lateWords(cause.corrects)
  if (cause.shown.kind === 'nothingToChange')
    return [priorWords(cause.prior), late].filter((words) => words !== null).join(' ') || null
  if (isLaterThanForecast(cause.shown)) return changeWords(action, cause, [])
  return late ?? (cause.response === 'unknown' ? BY_SOMEONE_ELSE : null)
}

/**
 * Returns the result of a confirmed change as a notice's title: "Subscription cancelled: ends 30 Nov 2026", "Nothing changed: already
 * ends 30 Nov 2026".
 * @param after the subscription after the change; `gone` when the API no longer knows it, null when it was not read
 */
export function resultTitle(
  change: Explained,
  after: Pick<SubscriptionView, 'status' | 'endDate' | 'asOf'> | 'gone' | null,
): string {
  const nothing = hadNothingToChange(change)
  if (change.action === 'delete') return nothing ? 'Nothing changed: already deleted' : 'Subscription deleted'
  const title = nothing ? 'Nothing changed' : 'Subscription cancelled'
  if (after === null) return title
  if (after === 'gone') return `${title}: the billing API no longer knows it`
  const endDate = usableDate(after.endDate)
  const result = nothing ? `${title}: already` : `${title}:`
  if (after.status === 'deleted') return `${result} deleted`
  if (endDate === null) return after.status === 'ended' ? `${result} ended` : title
  return `${result} ${isEndAhead(endDate, after.asOf) ? 'ends' : 'ended'} ${formatLastDay(endDate)}`
}

type Cause<Kind extends ChangeCause['kind']> = Extract<ChangeCause, { kind: Kind }>

/** Says until when a proposal can be approved, what it does then, and what a later proposal would do. */
function proposedWords({ effect, expiresAt, later }: Cause<'proposed'>): string {
  const day = `${formatDateTime(expiresAt, 'UTC')} UTC`
  const [until, again] =
    later === null ? [`by ${day}`, ''] : [`before ${day}`, ` Proposed again later, it ${effectWords(later)}.`]
  return `${NOTHING_SENT}: another person must approve it ${until}. Approved in time, it ${effectWords(effect)}.${again}`
}

function expiredWords({ expiresAt, later }: Cause<'expired'>): string {
  if (later === null) return `${NOTHING_SENT}: it was not approved in time. ${PROPOSE_AGAIN}`
  const day = `${formatDateTime(expiresAt, 'UTC')} UTC`
  return `${NOTHING_SENT}: it was not approved before ${day}. Proposed again, it ${effectWords(later)}.`
}

/** Says who made the change that a subscription shows, and when: "ann@example.com cancelled it on 3 Mar 2027, 10:12 UTC." */
export const priorWords = (prior: PriorChange | undefined): string | null =>
  prior === undefined
    ? null
    : `${prior.actor} ${prior.action === 'cancel' ? 'cancelled' : 'deleted'} it on ${formatDateTime(prior.createdAt, 'UTC')} UTC.`

function confirmedWords(action: ChangeAction, { response, shown }: Cause<'confirmed'>): string {
  if (shown.kind === 'nothingToChange') return `${capital(shownWords(shown))}: there was nothing to change.`
  if (response === 'unknown') return `It is in effect: ${shownWords(shown)}. ${BY_SOMEONE_ELSE}`
  return action === 'delete' ? 'Deleted.' : `Cancelled: ${shownWords(shown)}.`
}

/** Says that the billing API refused a change, which is not in effect. */
const rejectedWords = (shown: ShownEffect): string =>
  `${shown.kind === 'other' ? 'It is not in effect' : 'Nothing was changed'}: ${shownWords(shown)}.`

function openWords(action: ChangeAction, { response, shown, problem }: Cause<'open'>): string {
  const [unknown, last] = [
    'Not known yet whether it took effect.',
    problem ?? (shown === undefined ? 'No response was recorded.' : lastReadWords(shown)),
  ]
  switch (response) {
    case 'unreadable':
      return `The response to the ${action} was not in the API’s format. ${unknown} ${last}`
    case 'denied':
      return `The API responded with success, but says that the ${action} was not done. ${unknown} ${last}`
    case 'accepted':
      return `The API accepted the ${action}. ${unknown} ${last}`
    case 'refused':
      return `The API refused the ${action}. Not known yet whether it changed anything. ${last}`
    case 'unknown':
      return `Not known yet whether the ${action} took effect. ${last}`
  }
}

const lastReadWords = (shown: ShownEffect | null): string =>
  shown === null ? 'The subscription could not be read again.' : `${capital(shownWords(shown))}.`

function lateWords(corrected: Cause<'confirmed'>['corrects']): string | null {
  if (corrected === 'NOT_APPLIED') return 'The API’s response came late: this was recorded as not applied before.'
  return corrected === 'NEEDS_REVIEW' ? 'The API’s response came late: this was waiting for a review before.' : null
}

/** Returns what two reads show, as a clause of a sentence with UTC days: "it ends on 28 Feb 2027". */
export function shownWords(shown: ShownEffect): string {
  const { kind, now, before, forecastEnd } = shown
  if (now === null) return 'the billing API no longer knows the subscription'
  switch (kind) {
    case 'nothingToChange':
      return `it already ${now.status === 'deleted' ? 'is deleted' : endWords(now)}, as before`
    case 'inEffect':
      if (now.status === 'deleted') return 'it is deleted'
      if (endDayOf(now) === null) return 'it has ended'
      return isLaterThanForecast(shown) && forecastEnd !== undefined
        ? `it ${endWords(now)}, later than this console’s forecast of ${formatLastDay(forecastEnd)}`
        : `it ${endWords(now)}`
    case 'asBefore':
      return `it is ${stateWords(now)}, as before`
    case 'other': {
      const [is, was] = [stateWords(now), before ? stateWords(before) : null]
      return was === null || was === is ? `it is ${is}` : `it is ${is}; before it was ${was}`
    }
  }
}

/** True when the end is on a later day than the console's forecast. */
function isLaterThanForecast({ kind, now, forecastEnd }: ShownEffect): boolean {
  const day = now && now.status !== 'deleted' ? endDayOf(now) : null
  return kind === 'inEffect' && forecastEnd !== undefined && day !== null && day !== formatLastDay(forecastEnd)
}

/** Returns `ends on 28 Feb 2027`, or `has ended` without an end date. */
const endWords = (shown: ShownSubscription) =>
  shown.endDate === null ? 'has ended' : `${isAhead(shown) ? 'ends' : 'ended'} on ${formatLastDay(shown.endDate)}`

/** Returns `active, no end date` or `ended, last day 3 Mar 2027`. */
function stateWords({ status: sent, isStatusUnreadable, endDate, unusedEnd }: ShownSubscription): string {
  const missing = isStatusUnreadable ? 'of a status that could not be read' : 'without a status'
  const status = sent === null ? missing : sent === 'pendingActivation' ? 'pending activation' : withoutBidi(sent)
  if (unusedEnd === 'unreadable') return `${status}, with an end date that could not be read`
  if (endDate !== null) return `${status}, last day ${formatLastDay(endDate)}`
  return `${status}, ${unusedEnd === undefined ? 'no end date' : 'no usable end date'}`
}

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

/** Returns what has changed since the agent saw it: `the effect` where only the time has passed. */
export const changedPart = (differences: readonly SeenDifference[]): 'the effect' | 'the subscription' =>
  differences.some(({ field }) => field !== 'effect' && field !== 'updatedAt') ? 'the subscription' : 'the effect'

/** Says why a change was not sent: something has changed since the agent loaded or proposed it, and by whom. */
function staleWords(differences: readonly SeenDifference[], { since, prior }: Cause<'changed'>): string {
  const sentences = differences
    .filter(({ field }) => field !== 'updatedAt')
    .map(({ field, seen, found }) =>
      field === 'prices'
        ? 'its plan or its prices have changed'
        : field === 'effect'
          ? `the effect was “${valueWords(field, seen)}” and is “${valueWords(field, found)}”`
          : `its ${FIELD_NAMES[field]} was ${valueWords(field, seen)} and is ${valueWords(field, found)}`,
    )
  const [when, next] = since === 'seen' ? ['you looked', null] : ['it was proposed', PROPOSE_AGAIN]
  const what = `${changedPart(differences)} has changed since ${when}`
  return `${NOTHING_SENT}: ${what}. ${capital(sentences.join(', '))}.${appended(priorWords(prior) ?? next)}`
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
