'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { orRetry } from '@/components/ui/or-retry'
import { useSignedIn } from '@/lib/browser/signed-in'
import { takeTyped } from '@/lib/browser/typed'
import type { SubscriptionAction } from '@/lib/domain/change/write-effect'
import { type Told, useSubscriptionWrite } from '@/lib/queries/use-subscription-write'
import type { ActionTarget } from './subscription-action-dialog'
import { type OpenDialog, openedAgain } from './typed-action'
import { useToldWrite } from './use-told-write'

const loadDialog = () => import('./subscription-action-dialog')
const SubscriptionActionDialog = orRetry(() => loadDialog().then((module) => module.SubscriptionActionDialog))

/** Fetches the dialog's code: call it when a pointer or the focus comes near a button that opens it. */
export const preloadActionDialog = () => void loadDialog().catch(() => undefined)

export interface SubscriptionActions {
  /** Opens the dialog for one subscription. */
  act: (action: SubscriptionAction, target: ActionTarget) => void
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
export function useSubscriptionActions(subscriptionId?: string): SubscriptionActions {
  const [open, setOpen] = useState<(OpenDialog & { times: number }) | null>(null)
  const close = () => setOpen(null)
  const { name } = useSignedIn()
  // Back from a sign-in that was asked for meanwhile: the dialog stands as it was, and nothing was sent.
  useEffect(() => {
    const typed = takeTyped(name)
    const again = typed && openedAgain(typed)
    if (again) void loadDialog().then(() => setOpen({ ...again, times: 0 }))
  }, [name])
  const { notice, lock, tell, clear } = useToldWrite(subscriptionId)
  const tellInstead = (told: Told) => {
    tell(told)
    close()
  }
  const { send, sending, refusal, forgetRefusal } = useSubscriptionWrite(tellInstead)

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
        <SubscriptionActionDialog
          key={open.times}
          action={open.action}
          target={open.target}
          typed={open.typed}
          sending={sending}
          refusal={refusal}
          onEdit={forgetRefusal}
          onSend={send}
          onShow={(operationId) => tellInstead({ operationId })}
          onDismiss={close}
        />
      </div>
    ),
  }
}
