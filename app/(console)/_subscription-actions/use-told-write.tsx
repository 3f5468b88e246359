'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { WriteOperation } from '@/contract/console/write-operation'
import { lockLabel } from '@/lib/format/write-state-label'
import { latestOperationQuery } from '@/lib/queries/latest-operation-query'
import { useLostWrite } from '@/lib/queries/use-lost-write'
import { useOperation } from '@/lib/queries/use-operation'
import type { Told } from '@/lib/queries/use-subscription-write'
import { LostWriteNotice } from './lost-write-notice'
import { nextTold } from './next-told'
import { WriteNotice } from './write-notice'

/** What is told: of a write that was asked for here, or of one that was found. */
type Shown = Told & { isNew: boolean; isDismissed: boolean }

interface ToldWrite {
  /** What there is to tell: stands at the top of the page. */
  notice: ReactNode
  /** Why nothing else can be done to the page's subscription now; null where it can. */
  lock: string | null
  tell: (told: Told) => void
  /** Takes away what has ended: something else begins. */
  clear: () => void
}

/**
 * Tells what became of a write, from its confirmation to its end, and of one that is open or was not applied, whoever asked
 * for it.
 * @param subscriptionId which the page is about; without it, none is looked for
 */
export function useToldWrite(subscriptionId?: string): ToldWrite {
  const [shown, setShown] = useState<Shown>()
  const listed = useQuery({
    ...latestOperationQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== undefined,
    refetchOnWindowFocus: 'always',
  })
  const latest = listed.data?.operations[0]
  const shownId = shown && 'operationId' in shown ? shown.operationId : undefined
  const lost = shown && 'lost' in shown ? shown.lost : undefined
  const known = latest && latest.id === shownId ? { operation: latest, at: listed.dataUpdatedAt } : undefined
  const { operation, isUnread } = useOperation(shownId, known)
  const onFound = useCallback(
    ({ id }: WriteOperation) => setShown({ operationId: id, isNew: true, isDismissed: false }),
    [],
  )
  const search = useLostWrite(lost, onFound)
  const isLooking = lost !== undefined && !search.isOver
  const next = nextTold(shown && { id: shownId, operation, isNew: shown.isNew }, latest, listed.dataUpdatedAt)
  if (next === 'none') setShown(undefined)
  else if (next !== 'keep' && !isLooking) setShown({ operationId: next.id, isNew: false, isDismissed: false })

  const dismiss = () => setShown((last) => last && { ...last, isDismissed: true })
  // What is open locks the page's subscription, and stays in sight there.
  const isDismissible = operation?.isOpen === false || subscriptionId === undefined

  return {
    notice: shown && !shown.isDismissed && (
      <>
        {lost && <LostWriteNotice {...lost} {...search} onLookAgain={search.lookAgain} onDismiss={dismiss} />}
        {operation && (
          <WriteNotice
            operation={operation}
            isUnread={isUnread}
            isOwnPage={operation.subscriptionId === subscriptionId}
            isNew={shown.isNew}
            onDismiss={isDismissible ? dismiss : undefined}
          />
        )}
      </>
    ),
    lock: lockOf(),
    tell: (told) => setShown({ ...told, isNew: true, isDismissed: false }),
    clear: () => {
      if (operation?.isOpen === false) dismiss()
    },
  }

  function lockOf(): string | null {
    if (isLooking) return `It is not known yet what became of your ${lost.action}`
    return operation?.isOpen ? lockLabel(operation) : null
  }
}
