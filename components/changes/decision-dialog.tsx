import { inSentence } from '@/lib/text/in-sentence'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { SubscriptionChange } from '@/lib/changes/change'
import { operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { CHANGE_LABELS, changeLabel } from '@/lib/changes/change-state-label'
import { queriesAffectedByChange } from './change-queries'
import { type Decision, sendDecision } from './send-decision'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { ChangePreview } from './change-preview'
import { isBlockedBy, useFreshSubscription } from './fresh-subscription'
import { NamedSubscription } from './named-subscription'
import { ProposedCustomer } from './proposed-customer'
import { RefusalNotice } from './refusal-notice'

interface DecisionDialogProps {
  change: SubscriptionChange
  /** True for the proposer, who can only withdraw. */
  isOwn: boolean
  onDismiss: () => void
}

/** Shows a proposal with its effect by a fresh read, and approves, declines or withdraws it. Mount it to open it. */
export function DecisionDialog({ change, isOwn, onDismiss }: DecisionDialogProps) {
  const { action, subscriptionId: id, actor, createdAt } = change
  const whyNotId = useId()
  const { subscription, read, readAgain } = useFreshSubscription(action, id)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const { mutate, isPending, variables, error, data } = useMutation({
    mutationFn: (decision: Decision) => sendDecision(decision, change, reason),
    onSuccess: (report) => client.setQueryData(operationQuery('getChange', { changeId: change.id }).queryKey, report),
    onSettled: () => void client.invalidateQueries(queriesAffectedByChange),
  })
  const isBlocked = !isOwn && isBlockedBy(read)
  if (data) return <Decided change={data.change} onDismiss={onDismiss} />
  return (
    <ConfirmDialog
      title={isOwn ? `Withdraw the ${action}?` : `Approve the ${action}?`}
      about={
        <div className="space-y-3">
          <NamedSubscription id={id} subscription={subscription} />
          {!isOwn && <ChangePreview read={read} whyNotId={whyNotId} onReadAgain={readAgain} />}
          <p className="wrap-anywhere">
            <OwnText text={actor} /> proposed it on <Instant iso={createdAt} zoned />: “
            <VisibleMarks>{change.reason}</VisibleMarks>”
            <ProposedCustomer proposal={change.proposal} />
          </p>
          {!isOwn && (
            <p className="text-muted text-xs">
              The {action} is sent only if its effect and the subscription’s status, dates, plan, prices and customer
              are still as they were then.
            </p>
          )}
        </div>
      }
      isReading={read.state === 'reading'}
      reason={{ value: reason, onChange: setReason, hint: 'Saved with the proposal.' }}
      confirm={isOwn ? 'Withdraw' : `Approve and ${action}`}
      variant={isOwn ? 'primary' : 'danger'}
      keep="Decide later"
      other={
        isOwn
          ? undefined
          : {
              label: 'Decline',
              isPending: isPending && variables === 'decline',
              onChoose: () => mutate('decline'),
            }
      }
      isBlocked={isBlocked}
      whyNotId={isBlocked ? whyNotId : undefined}
      running={isPending}
      onConfirm={() => mutate(isOwn ? 'decline' : 'approve')}
      onDismiss={onDismiss}
    >
      {error && <RefusalNotice refusal={{ problem: problemOf(error) }} />}
    </ConfirmDialog>
  )
}

/** Says what became of the proposal: its row may be gone from the list below. */
function Decided({ change, onDismiss }: { change: SubscriptionChange; onDismiss: () => void }) {
  const { text, tone } = changeLabel(change)
  return (
    <Dialog title={`${CHANGE_LABELS[change.action]}: ${inSentence(text)}`} role="dialog" onDismiss={onDismiss}>
      <div className="mt-3">
        <Notice tone={tone} role="status" title={change.detail} />
      </div>
      <div className="mt-3 flex justify-end">
        <Button onClick={onDismiss} variant="primary">
          Close
        </Button>
      </div>
    </Dialog>
  )
}
