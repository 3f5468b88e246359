import { MAX_SEEN_CHARS, SEEN_FIELDS, type SeenDifference, type SeenField, type SeenSubscription } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { isUnreadable } from '@/lib/billing-api/unreadable'

/** Returns the values that an agent sees of a subscription: null when missing, the raw text when unreadable, cut to `MAX_SEEN_CHARS`. */
export const seenOf = (view: SubscriptionView): Record<Exclude<SeenField, 'prices' | 'effect'>, string | null> => ({
  status: asSent(view.status),
  startDate: asSent(view.startDate),
  endDate: asSent(view.endDate),
  billingCadence: asSent(view.billingCadence),
  planId: asSent(view.planId),
  customerId: asSent(view.customerId),
  updatedAt: asSent(view.updatedAt),
})

function asSent(value: SubscriptionView['status']): string | null {
  const sent = isUnreadable(value) ? value.unreadable : value
  // A store would replace half of a surrogate pair by another character.
  return sent?.slice(0, MAX_SEEN_CHARS).replace(/[\uD800-\uDBFF]$/, '') ?? null
}

/** Lists the fields that changed since the agent loaded the page. Another `updatedAt` counts only together with other fields. */
export function differencesSince(seen: SeenSubscription, found: SeenSubscription): SeenDifference[] {
  const changes = SEEN_FIELDS.flatMap((field) => {
    const [was, is] = [seen[field], found[field]]
    return was === undefined || is === undefined || isSame(field, was, is) ? [] : [{ field, seen: was, found: is }]
  })
  return changes.some(({ field }) => field !== 'updatedAt') ? changes : []
}

/** True when a fact that a proposal compares cannot be read. */
export function isUnreadableFact(view: SubscriptionView, field: SeenField): boolean {
  // Not a fact by itself: `differencesSince` ignores another one, too.
  if (field === 'updatedAt' || field === 'effect') return false
  if (field === 'prices') return hasUnreadableValue(view.plan)
  return isUnreadable(view[field])
}

/** True when the value is unreadable, or any field or item in it. */
const hasUnreadableValue = (value: unknown): boolean =>
  isUnreadable(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasUnreadableValue))

export const hasUnreadableFact = (view: SubscriptionView): boolean =>
  SEEN_FIELDS.some((field) => isUnreadableFact(view, field))

/** Compares instants by value, because one instant has several notations. */
function isSame(field: SeenField, seen: string | null, found: string | null): boolean {
  if (seen === found) return true
  if (seen === null || found === null || !isInstant(field)) return false
  return Date.parse(seen) === Date.parse(found)
}

const isInstant = (field: SeenField) => field === 'startDate' || field === 'endDate' || field === 'updatedAt'
