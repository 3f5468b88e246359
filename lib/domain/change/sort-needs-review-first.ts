import type { SubscriptionChange } from '@/contract/console/change'

/** What waits for a person before what finds its end by itself; else in the order given. */
export const sortNeedsReviewFirst = (changes: readonly SubscriptionChange[]): SubscriptionChange[] =>
  changes.toSorted((a, b) => Number(b.state === 'NEEDS_REVIEW') - Number(a.state === 'NEEDS_REVIEW'))
