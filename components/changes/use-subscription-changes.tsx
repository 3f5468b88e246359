import { type ReactNode, useEffect, useState } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { useSignedIn } from '@/components/page/signed-in'
import { takeTyped } from '@/lib/core/typed'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { type ChangeReference, useRequestChange } from './use-request-change'
import { type ChangeTarget, type OpenDialog, restoreDialog, takeDraft } from './dialog-draft'
import { type ChangeNoticeState, loadNotices, useChangeNotice } from './use-change-notice'

/** Loads the dialog with its notice, which must tell an outcome without a network. */
const loadDialog = () => Promise.all([import('./change-dialog'), loadNotices()])
const ChangeDialog = lazyWithRetry(() => loadDialog().then(([module]) => module.ChangeDialog))

/** Loads the dialog's code. Call it when a pointer or the focus reaches a button that opens the dialog. */
export const preloadChangeDialog = () => void loadDialog().catch(() => undefined)

export interface SubscriptionChanges extends Pick<ChangeNoticeState, 'notice' | 'isOutcomeShown' | 'lock'> {
  /** Opens the dialog for a subscription. */
  act: (action: ChangeAction, target: ChangeTarget) => void
  /** The open dialog, for any place in the page. */
  dialog: ReactNode
}

/**
 * Provides cancel and delete of a subscription for any page: dialog, request and outcome.
 * @param subscriptionId the subscription of the page, if any: the notice also shows its open change
 */
export function useSubscriptionChanges(subscriptionId?: string): SubscriptionChanges {
  const [open, setOpen] = useState<(OpenDialog & { times: number }) | null>(null)
  const close = () => setOpen(null)
  const { name } = useSignedIn()
  // Restores the dialog after a sign-in; nothing was sent.
  useEffect(() => {
    const typed = takeTyped(name, ({ action }) => action !== 'cancelSelected')
    const again = typed && restoreDialog(typed)
    if (again) void loadDialog().then(() => setOpen({ ...again, times: 0 }))
  }, [name])
  const { notice, isOutcomeShown, lock, show, clear } = useChangeNotice(subscriptionId)
  const showInstead = (change: ChangeReference) => {
    show(change)
    close()
  }
  const { send, sending, refusal, forgetRefusal } = useRequestChange(showInstead)

  return {
    act: (action, target) => {
      forgetRefusal()
      clear()
      const typed = takeDraft(name, action, target.id)
      setOpen((before) => ({ action, target, ...(typed && { typed }), times: (before?.times ?? 0) + 1 }))
    },
    notice,
    isOutcomeShown,
    lock,
    dialog: open && (
      // The modal dialog ignores this position. The message of a failed load stays in view until the next attempt.
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
          onShow={(changeId) => showInstead({ changeId })}
          onDismiss={close}
        />
      </div>
    ),
  }
}
