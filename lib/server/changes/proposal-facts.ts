import { createHash } from 'node:crypto'
import { SEEN_FIELDS, type SeenDifference, type SeenSubscription } from '@/contract/console/change'
import type { SubscriptionView } from '@/contract/console/subscription'
import { cannotBeRead, differencesSince, seenOf } from '../../domain/subscription/seen-subscription'

/** Returns the facts that must not change until a proposal is approved. */
export const factsOf = (view: SubscriptionView): SeenSubscription => ({
  ...seenOf(view),
  prices: view.plan === undefined ? null : createHash('sha256').update(JSON.stringify(view.plan)).digest('base64url'),
})

/** Lists the facts that changed since the proposal. A fact that cannot be read counts as changed. */
export function differencesSinceProposal(seen: SeenSubscription, view: SubscriptionView): SeenDifference[] {
  const found = factsOf(view)
  const unreadable = SEEN_FIELDS.filter((field) => cannotBeRead(view, field)).map((field) => ({
    field,
    seen: seen[field] ?? null,
    found: 'unreadable',
  }))
  return [...unreadable, ...differencesSince(seen, found).filter(({ field }) => !cannotBeRead(view, field))]
}
