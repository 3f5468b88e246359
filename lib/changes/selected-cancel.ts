import type { SubscriptionChange } from './change'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { formatNumber } from '@/lib/money/amount'
import { lockLabel } from './change-state-label'
import { forecast } from '@/lib/subscriptions/forecast'
import { hasUnreadableFact } from './seen-subscription'
import { beforeAfter } from './before-after'

/** What cancelling a selected subscription would do, in words; `leftOut` says why it cannot be cancelled. */
export interface SelectedCancel {
  kind: 'ends' | 'deletes' | 'mayDelete' | 'leftOut'
  words: string
}

const leftOut = (why: string): SelectedCancel => ({ kind: 'leftOut', words: why.replace(/\.$/, '') })

/**
 * Returns the effect of a cancel of a subscription that was just read.
 * @param changes the newest changes of the subscription
 */
export function selectedCancel(view: SubscriptionView, changes: readonly SubscriptionChange[]): SelectedCancel {
  const expected = forecast(view, view.asOf)
  const { blocked, effect, final } = expected.cancel
  const lock = changes.find(({ isOpen, state, action }) => isOpen || (state === 'PROPOSED' && action === 'cancel'))
  if (blocked !== null) return leftOut(blocked)
  if (lock) return leftOut(lockLabel(lock))
  if (!final) return leftOut(effect)
  // Such a change would be stale when it is to be sent.
  if (hasUnreadableFact(view)) return leftOut('Its dates, plan, prices or customer can’t be read')
  const line = beforeAfter('cancel', view, expected)
  const words = line === null ? effect : `${line.now} → ${line.after}`
  const { kind } = expected.standing
  return { kind: kind === 'upcoming' ? 'deletes' : kind === 'unknown' ? 'mayDelete' : 'ends', words }
}

/** Returns "6 end, 2 that have not started are deleted, 1 is left out". */
export function selectedSummary(cancels: readonly SelectedCancel[]): string {
  const countOf = (kind: SelectedCancel['kind']) => cancels.filter((each) => each.kind === kind).length
  const parts = [
    [countOf('ends'), 'ends', 'end'],
    [countOf('deletes'), 'that has not started is deleted', 'that have not started are deleted'],
    [countOf('mayDelete'), 'may be deleted', 'may be deleted'],
    [countOf('leftOut'), 'is left out', 'are left out'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${formatNumber(count)} ${count === 1 ? one : many}`)
    .join(', ')
}
