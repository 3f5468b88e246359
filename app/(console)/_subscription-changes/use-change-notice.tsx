'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { SubscriptionChange } from '@/contract/console/change'
import { lockLabel } from '@/lib/format/change-state-label'
import { latestChangeQuery } from '@/lib/queries/latest-change-query'
import { useUnansweredChange } from '@/lib/queries/use-unanswered-change'
import { useChange } from '@/lib/queries/use-change'
import type { ChangeReference } from '@/lib/queries/use-request-change'
import { UnansweredChangeNotice } from './unanswered-change-notice'
import { nextChangeNotice } from './next-change-notice'
import { ChangeNotice } from './change-notice'

/** What is told: of a write that was asked for here, or of one that was found. */
type Shown = ChangeReference & { isNew: boolean; isDismissed: boolean }

interface ChangeNoticeState {
  /** What there is to tell: stands at the top of the page. */
  notice: ReactNode
  /** Why nothing else can be done to the page's subscription now; null where it can. */
  lock: string | null
  tell: (told: ChangeReference) => void
  /** Takes away what has ended: something else begins. */
  clear: () => void
}

/**
 * Tells what became of a write, from its confirmation to its end, and of one that is open or was not applied, whoever asked
 * for it.
 * @param subscriptionId which the page is about; without it, none is looked for
 */
export function useChangeNotice(subscriptionId?: string): ChangeNoticeState {
  const [shown, setShown] = useState<Shown>()
  const listed = useQuery({
    ...latestChangeQuery(subscriptionId ?? ''),
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
  // What is open locks the page's subscription, and stays in sight there.
  const isDismissible = change?.isOpen === false || subscriptionId === undefined

  return {
    notice: shown && !shown.isDismissed && (
      <>
        {lost && <UnansweredChangeNotice {...lost} {...search} onLookAgain={search.lookAgain} onDismiss={dismiss} />}
        {change && (
          <ChangeNotice
            change={change}
            isUnread={isUnread}
            isOwnPage={change.subscriptionId === subscriptionId}
            isNew={shown.isNew}
            onDismiss={isDismissible ? dismiss : undefined}
          />
        )}
      </>
    ),
    lock: lockOf(),
    tell: (told) => setShown({ ...told, isNew: true, isDismissed: false }),
    clear: () => {
      if (change?.isOpen === false) dismiss()
    },
  }

  function lockOf(): string | null {
    if (isLooking) return `It is not known yet what became of your ${lost.action}`
    return change?.isOpen ? lockLabel(change) : null
  }
}
