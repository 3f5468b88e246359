import { formatLastDay } from '@/lib/time/instant'
import { isEndAhead } from '@/lib/time/end'
import type { ConfirmedResult, ShownSubscription, SubscriptionChange } from './change'

/** Returns what a confirmed change led to; null for any other. */
export function confirmedResult({ cause }: Pick<SubscriptionChange, 'cause'>): ConfirmedResult | null {
  if (cause.kind === 'earlier') return cause.result ?? null
  if (cause.kind !== 'confirmed') return null
  const { now, kind } = cause.shown
  const isDeleted = now === null || now.status === 'deleted'
  return {
    hadNothingToChange: kind === 'nothingToChange',
    isUnsure: cause.response === 'unknown',
    end: isDeleted ? 'deleted' : (endDayOf(now) ?? 'ended'),
  }
}

/** True for a confirmed change that left the subscription as it was. */
export const hadNothingToChange = (change: Pick<SubscriptionChange, 'cause'>): boolean =>
  confirmedResult(change)?.hadNothingToChange === true

/** True when the end is after the read. */
export const isAhead = ({ endDate, asOf }: ShownSubscription) => endDate !== null && isEndAhead(endDate, asOf)

/** Returns the last day in words; null without an end, and for one that is over before its end. */
export const endDayOf = (shown: ShownSubscription): string | null =>
  shown.endDate === null || (shown.status === 'ended' && isAhead(shown)) ? null : formatLastDay(shown.endDate)
