import { inSentence } from '@/lib/text/in-sentence'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { OwnText } from '@/components/text/own-text'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { SubscriptionChange } from '@/lib/changes/change'
import { sendOperation, operationQuery } from '@/lib/api'
import { problemOf } from '@/lib/core/problem-of'
import { CHANGE_LABELS, changeLabel } from '@/lib/changes/change-state-label'
import { queriesAffectedByChange } from './change-queries'
import type { Refusal } from './use-request-change'
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

type Decision = 'approve' | 'decline'

/** Shows a proposal with its effect by a fresh read, and approves, declines or withdraws it. Mount it to open it. */
export function DecisionDialog({ change, isOwn, onDismiss }: DecisionDialogProps) {
  const { action, subscriptionId: id, actor, createdAt } = change
  const whyNotId = useId()
  const { subscription, read, readAgain } = useFreshSubscription(action, id)
  const [reason, setReason] = useState('')
  const { decide, running, refusal, decided } = useDecide(change)
  const isBlocked = !isOwn && isBlockedBy(read)
  const decline = () => void decide('decline', reason.trim())
  if (decided) return <Decided change={decided} onDismiss={onDismiss} />
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
              It is sent only if its effect, status, dates, plan, prices and customer are still as they were then.
            </p>
          )}
        </div>
      }
      isReading={read.state === 'reading'}
      reason={{ value: reason, onChange: setReason, hint: 'Saved with the proposal.' }}
      confirm={isOwn ? 'Withdraw' : `Approve and ${action}`}
      variant={isOwn ? 'primary' : 'danger'}
      keep="Decide later"
      other={isOwn ? undefined : { label: 'Decline', isPending: running === 'decline', onChoose: decline }}
      isBlocked={isBlocked}
      whyNotId={isBlocked ? whyNotId : undefined}
      running={running !== null}
      onConfirm={isOwn ? decline : () => void decide('approve', reason.trim())}
      onDismiss={onDismiss}
    >
      {refusal && <RefusalNotice refusal={refusal} />}
    </ConfirmDialog>
  )
}

/** Sends a decision once. */
function useDecide({ id: changeId, subscriptionId }: SubscriptionChange) {
  const client = useQueryClient()
  const [running, setRunning] = useState<Decision | null>(null)
  const [refusal, setRefusal] = useState<Refusal>()
  const [decided, setDecided] = useState<SubscriptionChange>()
  const decide = async (decision: Decision, reason: string) => {
    setRunning(decision)
    setRefusal(undefined)
    try {
      const report =
        decision === 'approve'
          ? await sendOperation('approveChange', { id: subscriptionId, changeId, reason })
          : await sendOperation('declineChange', { changeId, reason })
      client.setQueryData(operationQuery('getChange', { changeId }).queryKey, report)
      setDecided(report.change)
    } catch (error) {
      setRefusal({ problem: problemOf(error) })
    }
    setRunning(null)
    void client.invalidateQueries(queriesAffectedByChange)
  }
  return { decide, running, refusal, decided }
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
