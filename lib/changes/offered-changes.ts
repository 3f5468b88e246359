import type { SubscriptionChange } from './change'
import { lockLabel } from './change-state-label'
import type { Forecast } from '@/lib/subscriptions/forecast'
import type { ChangeAction } from './change-effect'
import { formatLastDay } from '@/lib/time/instant'
import { confirmedResult } from './confirmed-result'

export interface OfferedChange {
  action: ChangeAction
  /** `possible` is a button, at most one. The others are in a menu: `rare` works, `impossible` says why it does not. */
  kind: 'possible' | 'rare' | 'impossible'
  /** Why it is not a button; null when it is one. */
  reason: string | null
}

/**
 * Returns what a page offers to do with a subscription, in the order of buttons and menus.
 * @param known the newest changes of the subscription that the console knows, the latest first
 * @param lock why no change is possible now; null when one is
 */
export function offeredChanges(
  expected: Forecast,
  known: readonly SubscriptionChange[],
  lock: string | null,
): OfferedChange[] {
  const offer = (action: ChangeAction): OfferedChange => {
    const { blocked, final, effect, isEstimate = false } = expected[action]
    // Another person decides about it first.
    const waiting = known.find((change) => change.state === 'PROPOSED' && change.action === action)
    const why = lock ?? blocked ?? (waiting ? lockLabel(waiting) : null)
    if (why !== null) return { action, kind: 'impossible', reason: why }
    if (final) return { action, kind: 'possible', reason: null }
    // A later attempt that had nothing to change does not hide who cancelled.
    const cancelled = known.map((change) => cancelledWords(change, expected)).find(Boolean)
    if (cancelled) return { action, kind: 'impossible', reason: effect.replace('Already ends', cancelled) }
    return { action, kind: isEstimate ? 'rare' : 'impossible', reason: effect }
  }
  const cancel = offer('cancel')
  const deletion = offer('delete')
  const hasTwo = cancel.kind === 'possible' && deletion.kind === 'possible'
  return [cancel, hasTwo ? { ...deletion, kind: 'rare', reason: expected.delete.effect } : deletion]
}

/**
 * Returns "Already cancelled by ann@example.com" for a confirmed cancel whose end the subscription still has, without the agent where it
 * may have been someone else.
 */
function cancelledWords(change: SubscriptionChange, { event }: Pick<Forecast, 'event'>): string | undefined {
  const { action, state, actor } = change
  const result = confirmedResult(change)
  if (action !== 'cancel' || state !== 'CONFIRMED' || !result || result.hadNothingToChange) return undefined
  if (event?.kind !== 'ends' || result.end !== formatLastDay(event.at)) return undefined
  return result.isUnsure ? 'Already cancelled' : `Already cancelled by ${actor}`
}
