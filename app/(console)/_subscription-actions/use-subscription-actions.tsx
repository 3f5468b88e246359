'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useTimeZone } from '@/components/time-zone'
import { isNotKnown, useWriteCheck } from '@/lib/queries/use-write-check'
import type { SubscriptionAction } from '@/lib/domain/write-effect'
import type { ActionTarget } from './subscription-action-dialog'
import { WriteNotice } from './write-notice'

const loadDialog = () => import('./subscription-action-dialog')
const SubscriptionActionDialog = dynamic(() => loadDialog().then((module) => module.SubscriptionActionDialog), {
  ssr: false,
})

/** Fetches the dialog's code: call it when a pointer or the focus comes near a button that opens it. */
export const preloadActionDialog = () => void loadDialog().catch(() => undefined)

export interface SubscriptionActions {
  /** Opens the dialog for one subscription. */
  act: (action: SubscriptionAction, target: ActionTarget) => void
  /** What became of the last write: stands at the top of the page. */
  notice: ReactNode
  /** The open dialog: anywhere in the page. */
  dialog: ReactNode
}

/** Cancel and delete of a subscription from any page: dialog, write, check and outcome. */
export function useSubscriptionActions(): SubscriptionActions {
  const timeZone = useTimeZone()
  const { checked, check, checkRefusal, dismiss } = useWriteCheck(timeZone)
  const [open, setOpen] = useState<{ action: SubscriptionAction; target: ActionTarget } | null>(null)
  const close = () => setOpen(null)

  return {
    act: (action, target) => {
      // What nobody knows yet stays in view until the next write is sent.
      if (checked && !isNotKnown(checked)) dismiss()
      setOpen({ action, target })
    },
    notice: checked && (
      <WriteNotice checked={checked} onCheckAgain={() => void check(checked.write)} onDismiss={dismiss} />
    ),
    dialog: open && (
      <SubscriptionActionDialog
        action={open.action}
        target={open.target}
        onDismiss={close}
        onSent={(write) => {
          close()
          void check(write)
        }}
        onRefused={async (write) => {
          const outcome = await checkRefusal(write)
          if (outcome.verdict !== 'refused') close()
          return outcome
        }}
      />
    ),
  }
}
