import type { SubscriptionChange } from '@/contract/console/change'

const DAY_MS = 86_400_000

/**
 * Whether a page tells of a write that nobody asked for there: while it is open, and for a day where it came to nothing
 * after whoever asked for it may have left.
 */
export const shouldShowChange = (
  { isOpen, state, changedAt }: Pick<SubscriptionChange, 'isOpen' | 'state' | 'changedAt'>,
  now: number,
): boolean => isOpen || (state === 'NOT_APPLIED' && Date.parse(changedAt) > now - DAY_MS)
