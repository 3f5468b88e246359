import type { SubscriptionChange } from '@/contract/console/change'

/** Sorts the changes that need review first and keeps the order otherwise. */
export const sortNeedsReviewFirst = (changes: readonly SubscriptionChange[]): SubscriptionChange[] =>
  changes.toSorted((a, b) => Number(b.state === 'NEEDS_REVIEW') - Number(a.state === 'NEEDS_REVIEW'))
