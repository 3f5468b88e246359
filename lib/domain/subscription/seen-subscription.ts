import {
  MOST_SEEN_CHARS,
  SEEN_FIELDS,
  type SeenDifference,
  type SeenField,
  type SeenSubscription,
} from '@/contract/console/change'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable } from '../../format/unreadable'

/** What of a subscription somebody decides by: null where nothing was sent; what could not be read is as it was sent. Cut to what is compared. */
export const seenOf = (view: SubscriptionView): Record<SeenField, string | null> => ({
  status: asSent(view.status),
  startDate: asSent(view.startDate),
  endDate: asSent(view.endDate),
  billingCadence: asSent(view.billingCadence),
  planId: asSent(view.planId),
  updatedAt: asSent(view.updatedAt),
})

function asSent(value: SubscriptionView['status']): string | null {
  const sent = isUnreadable(value) ? value.unreadable : value
  // Half of a surrogate pair would come out of a store as another character.
  return sent?.slice(0, MOST_SEEN_CHARS).replace(/[\uD800-\uDBFF]$/, '') ?? null
}

/** What is no longer as it was seen. A later `updatedAt` alone is no change: it is told where there are others. */
export function differencesSince(seen: SeenSubscription, view: SubscriptionView): SeenDifference[] {
  const found = seenOf(view)
  const changes = SEEN_FIELDS.flatMap((field) => {
    const was = seen[field]
    return was === undefined || isSame(field, was, found[field]) ? [] : [{ field, seen: was, found: found[field] }]
  })
  return changes.some(({ field }) => field !== 'updatedAt') ? changes : []
}

/** An instant may be written in several ways. */
function isSame(field: SeenField, seen: string | null, found: string | null): boolean {
  if (seen === found) return true
  if (seen === null || found === null || !isInstant(field)) return false
  return Date.parse(seen) === Date.parse(found)
}

const isInstant = (field: SeenField) => field === 'startDate' || field === 'endDate' || field === 'updatedAt'
