'use client'

import { useState } from 'react'
import { SubscriptionDialog, type SubscriptionDialogProps } from './subscription-dialog'
import { TextField } from '@/components/ui/text-field'

interface CancelSubscriptionDialogProps extends SubscriptionDialogProps {
  /** The customer's id in the caller's own system, where a ledger told it: sent as it is. */
  externalCustomerId?: string
  /** One that is likely, from a ledger seen in this browser: filled in, and may be changed. */
  suggestedExternalCustomerId?: string
  onConfirm: (request: { externalCustomerId?: string; reason: string }) => void
}

/** Asks before a subscription is cancelled (section 4.1). */
export function CancelSubscriptionDialog({
  externalCustomerId,
  suggestedExternalCustomerId = '',
  onConfirm,
  ...dialog
}: CancelSubscriptionDialogProps) {
  const [entered, setEntered] = useState(suggestedExternalCustomerId)
  const known = externalCustomerId !== undefined
  const sent = externalCustomerId ?? entered
  return (
    <SubscriptionDialog
      {...dialog}
      title="Cancel subscription?"
      confirm="Cancel subscription"
      onConfirm={(reason) => onConfirm({ reason, ...(sent !== '' && { externalCustomerId: sent }) })}
    >
      <TextField
        label="External customer ID"
        maxLength={256}
        readOnly={known || dialog.running}
        value={sent}
        onChange={(event) => setEntered(event.currentTarget.value)}
        hint={hint(known, suggestedExternalCustomerId !== '')}
      />
    </SubscriptionDialog>
  )
}

function hint(known: boolean, suggested: boolean): string {
  if (known) return 'The customer whose ledger this is.'
  if (suggested) return 'From this customer’s ledger, seen in this browser. Sent along with the cancel.'
  return 'Optional: the customer’s ID in your own system. Sent along with the cancel.'
}
