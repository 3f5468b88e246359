import type { ChangeState, SubscriptionChange } from './change'

const DAY_MS = 86_400_000

const UNSENT_PROPOSALS: ReadonlySet<ChangeState> = new Set(['DECLINED', 'EXPIRED', 'STALE'])

/**
 * True when a page should show a change that was started elsewhere: while the change is open or waits for approval, and for a
 * day after it was found not applied, or a proposal ended unsent.
 */
export function shouldShowChange(
  { isOpen, state, changedAt, proposal }: Pick<SubscriptionChange, 'isOpen' | 'state' | 'changedAt' | 'proposal'>,
  now: number,
): boolean {
  if (isOpen || state === 'PROPOSED') return true
  const isNews = state === 'NOT_APPLIED' || (proposal !== null && UNSENT_PROPOSALS.has(state))
  return isNews && Date.parse(changedAt) > now - DAY_MS
}

/** Sorts the changes that need review first and keeps the order otherwise. */
export const sortNeedsReviewFirst = (changes: readonly SubscriptionChange[]): SubscriptionChange[] =>
  changes.toSorted((a, b) => Number(b.state === 'NEEDS_REVIEW') - Number(a.state === 'NEEDS_REVIEW'))
