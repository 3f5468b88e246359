import type { SubscriptionChange } from '@/contract/console/change'

const DAY_MS = 86_400_000

/**
 * True when a page should show a change that was started elsewhere: while the change is open, and for a day after it was
 * found not applied.
 */
export const shouldShowChange = (
  { isOpen, state, changedAt }: Pick<SubscriptionChange, 'isOpen' | 'state' | 'changedAt'>,
  now: number,
): boolean => isOpen || (state === 'NOT_APPLIED' && Date.parse(changedAt) > now - DAY_MS)

/** Sorts the changes that need review first and keeps the order otherwise. */
export const sortNeedsReviewFirst = (changes: readonly SubscriptionChange[]): SubscriptionChange[] =>
  changes.toSorted((a, b) => Number(b.state === 'NEEDS_REVIEW') - Number(a.state === 'NEEDS_REVIEW'))
