import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { SubscriptionChange } from '@/lib/changes/change'
import { lockLabel } from '@/lib/changes/change-state-label'
import { changesOfQuery } from './change-queries'
import { useChange } from './use-change'
import { type ChangeReference, useUnansweredChange } from './use-request-change'
import { shouldShowChange } from '@/lib/changes/shown-changes'

/** Loads the notices. Without an open change they load with the dialog, because they must tell an outcome without a network. */
export const loadNotices = () => import('./change-notice')
const Notices = lazyWithRetry(() => loadNotices().then((module) => module.ChangeNotices))

/** The change that the notice shows: requested here, or found. */
type Shown = ChangeReference & { isNew: boolean; isDismissed: boolean }

export interface ChangeNoticeState {
  /** The notice of the last or the open change, for the top of the page. */
  notice: ReactNode
  /** True while the notice has the outcome of a confirmed change and its reply. */
  isOutcomeShown: boolean
  /** Why the page's subscription cannot be changed now; null when it can. */
  lock: string | null
  show: (change: ChangeReference) => void
  /** Dismisses the notice of a closed change before another dialog opens. */
  clear: () => void
}

/**
 * Shows a change that was requested here until its outcome is known, and changes started elsewhere that are open or were not
 * applied.
 * @param subscriptionId the subscription of the page; without it, changes started elsewhere are not searched
 */
export function useChangeNotice(subscriptionId?: string): ChangeNoticeState {
  const [shown, setShown] = useState<Shown>()
  const listed = useQuery({
    ...changesOfQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== undefined,
    refetchOnWindowFocus: 'always',
  })
  const latest = listed.data?.changes[0]
  const shownId = shown && 'changeId' in shown ? shown.changeId : undefined
  const lost = shown && 'lost' in shown ? shown.lost : undefined
  const known = latest && latest.id === shownId ? { change: latest, at: listed.dataUpdatedAt } : undefined
  const { change, isUnread } = useChange(shownId, known)
  const onFound = useCallback(
    ({ id }: SubscriptionChange) => setShown({ changeId: id, isNew: true, isDismissed: false }),
    [],
  )
  const search = useUnansweredChange(lost, onFound)
  const isLooking = lost !== undefined && !search.isOver
  const next = nextChangeNotice(shown && { id: shownId, change, isNew: shown.isNew }, latest, listed.dataUpdatedAt)
  if (next === 'none') setShown(undefined)
  else if (next !== 'keep' && !isLooking) setShown({ changeId: next.id, isNew: false, isDismissed: false })

  const dismiss = () => setShown((last) => last && { ...last, isDismissed: true })
  // An open change locks the page's subscription, so its notice cannot be dismissed there.
  const isDismissible = change?.isOpen === false || subscriptionId === undefined

  return {
    notice: shown && !shown.isDismissed && (
      <Notices
        unanswered={lost && { ...lost, ...search, onDismiss: dismiss }}
        known={
          change && {
            change,
            isUnread,
            isOwnPage: change.subscriptionId === subscriptionId,
            isNew: shown.isNew,
            onDismiss: isDismissible ? dismiss : undefined,
          }
        }
      />
    ),
    isOutcomeShown: shown?.isDismissed === false && change?.state === 'CONFIRMED',
    lock: lockOf(),
    show: (reference) => setShown({ ...reference, isNew: true, isDismissed: false }),
    clear: () => {
      if (change?.isOpen === false) dismiss()
    },
  }

  function lockOf(): string | null {
    if (isLooking) return `The outcome of your ${lost.action} is not known yet`
    return change?.isOpen ? lockLabel(change) : null
  }
}

interface CurrentNotice {
  /** The id of the change; undefined while it is not found. */
  id: string | undefined
  /** Undefined until it is read. */
  change: SubscriptionChange | undefined
  /** True when the change was requested on this page. */
  isNew: boolean
}

/** `keep`: the notice stays. `none`: the notice goes. Otherwise the change to show next. */
export type NextChangeNotice = 'keep' | 'none' | SubscriptionChange

/**
 * Returns what the page shows next, based on the latest change of its subscription.
 * @param current the present notice; undefined without one
 * @param now by the console's clock, in milliseconds
 */
export function nextChangeNotice(
  current: CurrentNotice | undefined,
  latest: SubscriptionChange | undefined,
  now: number,
): NextChangeNotice {
  if (latest === undefined || latest.id === current?.id) return 'keep'
  const isOlder = current?.change !== undefined && current.change.createdAt < latest.createdAt
  if (!shouldShowChange(latest, now)) return isOlder && !current.isNew ? 'none' : 'keep'
  // A closed change replaces only a change that is known to be older.
  return current === undefined || isOlder || (latest.isOpen && current.change === undefined) ? latest : 'keep'
}
