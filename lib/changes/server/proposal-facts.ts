import { createHash } from 'node:crypto'
import { SEEN_FIELDS, type SeenDifference, type SeenSubscription } from '../change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { ChangeAction } from '../change-effect'
import { effectOn, effectUntil, effectWords } from '../expected-effect'
import { differencesSince, isUnreadableFact, seenOf } from '../seen-subscription'
import { formatDateTime } from '@/lib/time/instant'

/** Returns the facts that must not change until a proposal is approved. */
export const factsOf = (action: ChangeAction, view: SubscriptionView): SeenSubscription => ({
  ...seenOf(view),
  effect: effectOn(action, view),
  prices: view.plan === undefined ? null : createHash('sha256').update(JSON.stringify(view.plan)).digest('base64url'),
})

/** Lists the facts that changed since the proposal. A fact that cannot be read counts as changed. */
export function differencesSinceProposal(
  action: ChangeAction,
  seen: SeenSubscription,
  view: SubscriptionView,
): SeenDifference[] {
  const found = factsOf(action, view)
  const unreadable = SEEN_FIELDS.filter((field) => isUnreadableFact(view, field)).map((field) => ({
    field,
    seen: seen[field] ?? null,
    found: 'unreadable',
  }))
  return [...unreadable, ...differencesSince(seen, found).filter(({ field }) => !isUnreadableFact(view, field))]
}

/** Returns the detail of a proposal: until when it can be approved, what it does then, and what it would do later. */
export function proposedWords(action: ChangeAction, view: SubscriptionView, expiresAt: string): string {
  const effect = `Approved in time, it ${effectWords(effectOn(action, view))}.`
  const later = laterWords(action, view, expiresAt)
  const day = `${formatDateTime(expiresAt, 'UTC')} UTC`
  if (later === null) return `Nothing was sent: another person must approve it by ${day}. ${effect}`
  return `Nothing was sent: another person must approve it before ${day}, or it ${later}. ${effect}`
}

/** Returns the detail of a proposal that was not approved until its deadline, with the effect that it would have since. */
export function expiredWords(action: ChangeAction, view: SubscriptionView, expiresAt: string): string {
  const later = laterWords(action, view, expiresAt)
  if (later === null) return 'Nothing was sent: it was not approved in time. Propose it again.'
  const day = `${formatDateTime(expiresAt, 'UTC')} UTC`
  return `Nothing was sent: it was not approved before ${day}. From then on it ${later}. Propose it again.`
}

/** Returns the effect from the deadline on; null when the deadline is not due to the effect. */
function laterWords(action: ChangeAction, view: SubscriptionView, expiresAt: string): string | null {
  const until = effectUntil(action, view)
  if (until === null || Date.parse(until) > Date.parse(expiresAt)) return null
  return effectWords(effectOn(action, { ...view, asOf: until }))
}
