import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubscriptionChange } from '@/lib/changes/change'
import { sendOperation, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { queriesAffectedByChange } from './change-queries'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { SubscriptionLink } from './subscription-link'

interface CloseDialogProps {
  change: SubscriptionChange
  onDismiss: () => void
}

/** Asks for a note and closes a change whose outcome the console could not determine. Mount it to open it. */
export function CloseDialog({ change: { id, action, subscriptionId }, onDismiss }: CloseDialogProps) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendOperation('closeChange', { changeId: id, note: note.trim() }),
    onSuccess: (report) => {
      client.setQueryData(operationQuery('getChange', { changeId: id }).queryKey, report)
      onDismiss()
    },
    onSettled: () => void client.invalidateQueries(queriesAffectedByChange),
  })
  return (
    <ConfirmDialog
      title="Close after review?"
      about={
        <div className="space-y-2">
          <p>
            The outcome of the {action} of <SubscriptionLink id={subscriptionId} /> is unknown. Check the subscription
            first; if it does not show the outcome, ask the operator of the billing API.
          </p>
          <p>
            Closing makes cancel and delete available again for this subscription. It changes nothing in the billing
            API.
          </p>
        </div>
      }
      reason={{
        value: note,
        onChange: setNote,
        label: 'What you found',
        hint: 'Saved with this change.',
        missing: 'Enter what you found.',
      }}
      confirm="Close after review"
      keep="Keep open"
      running={isPending}
      problem={error ? problemOf(error) : undefined}
      onConfirm={mutate}
      onDismiss={onDismiss}
    />
  )
}
