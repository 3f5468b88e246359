'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { useSignedIn } from '@/lib/browser/signed-in'
import { takeTyped } from '@/lib/browser/typed'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { type ChangeReference, useRequestChange } from '@/lib/queries/use-request-change'
import type { ActionTarget } from './change-dialog'
import { type OpenDialog, openedAgain } from './dialog-draft'
import { useChangeNotice } from './use-change-notice'

const loadDialog = () => import('./change-dialog')
const ChangeDialog = lazyWithRetry(() => loadDialog().then((module) => module.ChangeDialog))

/** Fetches the dialog's code: call it when a pointer or the focus comes near a button that opens it. */
export const preloadChangeDialog = () => void loadDialog().catch(() => undefined)

export interface SubscriptionChanges {
  /** Opens the dialog for one subscription. */
  act: (action: ChangeAction, target: ActionTarget) => void
  /** What became of the last write, or of one that is open: stands at the top of the page. */
  notice: ReactNode
  /** Why nothing can be done to the page's subscription now; null where it can. */
  lock: string | null
  /** The open dialog: anywhere in the page. */
  dialog: ReactNode
}

/**
 * Cancel and delete of a subscription from any page: dialog, write and outcome.
 * @param subscriptionId which the page is about, where it is about one: what is open of it is told too
 */
export function useSubscriptionChanges(subscriptionId?: string): SubscriptionChanges {
  const [open, setOpen] = useState<(OpenDialog & { times: number }) | null>(null)
  const close = () => setOpen(null)
  const { name } = useSignedIn()
  // Back from a sign-in that was asked for meanwhile: the dialog stands as it was, and nothing was sent.
  useEffect(() => {
    const typed = takeTyped(name)
    const again = typed && openedAgain(typed)
    if (again) void loadDialog().then(() => setOpen({ ...again, times: 0 }))
  }, [name])
  const { notice, lock, tell, clear } = useChangeNotice(subscriptionId)
  const tellInstead = (told: ChangeReference) => {
    tell(told)
    close()
  }
  const { send, sending, refusal, forgetRefusal } = useRequestChange(tellInstead)

  return {
    act: (action, target) => {
      forgetRefusal()
      clear()
      setOpen((before) => ({ action, target, times: (before?.times ?? 0) + 1 }))
    },
    notice,
    lock,
    dialog: open && (
      // Modal, it stands where it likes; what is said where it could not be loaded stays in sight, and goes with the next try.
      <div className="no-print sticky bottom-4 z-20">
        <ChangeDialog
          key={open.times}
          action={open.action}
          target={open.target}
          typed={open.typed}
          sending={sending}
          refusal={refusal}
          onEdit={forgetRefusal}
          onSend={send}
          onShow={(changeId) => tellInstead({ changeId })}
          onDismiss={close}
        />
      </div>
    ),
  }
}
