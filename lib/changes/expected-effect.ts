import type { ChangeCause } from './change'
import type { SubscriptionView, SubscriptionWithEffects } from '@/lib/subscriptions/subscription'
import { formatDate } from '@/lib/time/instant'
import { type Forecast, forecast } from '@/lib/subscriptions/forecast'
import { knownSubscription } from '@/lib/subscriptions/known-subscription'
import { endMs, isEndAhead, lastMoment } from '@/lib/time/end'
import type { ChangeAction } from './change-effect'

/*
 * The effect of a change in one notation, as it is shown, confirmed, compared before the request is sent, and decided about by the
 * approval policy. `docs/api.md` lists the values.
 */

const ENDS = 'ends '

const OR_EARLIER = ' or earlier'

/**
 * Returns the effect that a change is expected to have (sections 3.1 and 4): "ends 2026-12-04" with the UTC last day, "deletes",
 * "nothing". "ends 2026-12-04 or earlier" when its own end date could not be read.
 */
export function effectOf(action: ChangeAction, expected: Forecast): string {
  const { standing, cancelEnd, period, isEndUnreadable } = expected
  const { blocked, final } = expected[action]
  if (blocked !== null || !final) return 'nothing'
  if (standing.kind === 'unknown') return 'unknown'
  if (action === 'delete' || standing.kind === 'upcoming') return 'deletes'
  if (cancelEnd === null) return 'ends on an unknown day'
  if (period === null) return 'ends at once'
  return ENDS + lastMoment(cancelEnd).slice(0, 10) + (isEndUnreadable ? OR_EARLIER : '')
}

/** Returns the effect of a change of a subscription at the instant of its read. */
export const effectOn = (action: ChangeAction, view: SubscriptionView): string =>
  effectOf(action, forecast(view, view.asOf))

/** Returns what a cancel and a delete are expected to do at the instant of a read. */
export const effectsOn = (view: SubscriptionView): SubscriptionWithEffects['effects'] => ({
  cancel: effectOn('cancel', view),
  delete: effectOn('delete', view),
})

/** True when a change deletes, or may delete. True for an effect that was not sent. */
export const mayDelete = (effect: string | null | undefined): boolean =>
  effect == null || effect === 'deletes' || effect === 'unknown'

/**
 * Returns the UTC instant from which a change has another effect: the first such one of the start, the end, and the end of the period;
 * null when none is known.
 */
export function effectUntil(action: ChangeAction, view: SubscriptionView): string | null {
  const effect = effectOn(action, view)
  if (effect === 'nothing') return null
  const { startDate, endDate } = knownSubscription(view)
  const { cancelEnd } = forecast(view, view.asOf)
  const ahead = [startDate, endDate, cancelEnd].flatMap((date) =>
    date !== null && isEndAhead(date, view.asOf) ? new Date(endMs(date)).toISOString() : [],
  )
  return ahead.toSorted().find((asOf) => effectOn(action, { ...view, asOf }) !== effect) ?? null
}

/** Returns the effect from the deadline on; null when the deadline is not due to the effect. */
export function laterEffect(action: ChangeAction, view: SubscriptionView, expiresAt: string): string | null {
  const until = effectUntil(action, view)
  return until === null || Date.parse(until) > Date.parse(expiresAt) ? null : effectOn(action, { ...view, asOf: until })
}

/** Returns why a change waits for an approval: the deadline, what it does then, and what it would do later. */
export const proposedCause = (
  action: ChangeAction,
  view: SubscriptionView,
  expiresAt: string,
): ChangeCause & { kind: 'proposed' } => ({
  kind: 'proposed',
  effect: effectOn(action, view),
  expiresAt,
  later: laterEffect(action, view, expiresAt),
})

const WORDS: Record<string, string> = {
  'ends at once': 'ends at once',
  'ends on an unknown day': 'ends on a day that is not known',
  deletes: 'is deleted',
  nothing: 'does not change',
  unknown: 'does what the billing API decides',
}

/** Returns what a subscription does then: "ends 4 Dec 2026", "is deleted". */
export function effectWords(effect: string): string {
  const [, day = '', orEarlier = ''] = DATED.exec(effect) ?? []
  return WORDS[effect] ?? (Number.isNaN(Date.parse(day)) ? effect : ENDS + formatDate(day, 'UTC') + orEarlier)
}

const DATED = new RegExp(`^${ENDS}(\\S+)(${OR_EARLIER})?$`)
