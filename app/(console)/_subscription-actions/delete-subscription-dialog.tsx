'use client'

import { SubscriptionDialog, type SubscriptionDialogProps } from './subscription-dialog'

interface DeleteSubscriptionDialogProps extends SubscriptionDialogProps {
  onConfirm: (request: { reason: string }) => void
}

/** Asks before a subscription is deleted (section 4.2). */
export function DeleteSubscriptionDialog({ onConfirm, ...dialog }: DeleteSubscriptionDialogProps) {
  return (
    <SubscriptionDialog
      {...dialog}
      title="Delete subscription?"
      confirm="Delete subscription"
      onConfirm={(reason) => onConfirm({ reason })}
    />
  )
}
