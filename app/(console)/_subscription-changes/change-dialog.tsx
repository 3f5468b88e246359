'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { useTimeZone } from '@/components/time-zone'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { VisibleMarks } from '@/components/visible-marks'
import { MOST_ID_CHARS } from '@/contract/askable-id'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import { problemOf } from '@/lib/browser/problem-of'
import { useIsSignInOld, useSignedIn } from '@/lib/browser/signed-in'
import { holdTyped } from '@/lib/browser/typed'
import { cancelMayDelete, forecast } from '@/lib/domain/subscription/forecast'
import { isAboutCustomer } from '@/lib/domain/ledger/is-about-customer'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { operationQuery } from '@/lib/queries/operation-query'
import type { Refusal, ConfirmedChange } from '@/lib/queries/use-request-change'
import { beforeAfter } from './before-after'
import { StepUpDialog } from './step-up-dialog'
import { SubscriptionDialog } from './subscription-dialog'
import { textsOf, type DialogDraft } from './dialog-draft'
import type { Consequence, FreshRead } from './change-preview'

/** Which subscription is acted on, and its customer as far as it is known. */
export interface ActionTarget {
  id: string
  /** The customer's id in the caller's own system, where a ledger told it: sent as it is. */
  externalCustomerId?: string
  /** One that is likely, from a ledger seen in this browser: filled in, and may be changed. */
  suggestedExternalCustomerId?: string
  /** How long ago it may have been read: 0, unless it was read to decide on this. */
  freshForMs?: number
}

interface ChangeDialogProps {
  action: ChangeAction
  target: ActionTarget
  /** What stands in its fields at first. */
  typed?: DialogDraft | undefined
  /** The write is on its way: everything is locked. */
  sending: boolean
  /** Why the last try did not succeed. */
  refusal?: Refusal | undefined
  /** Takes the refusal away: what it is about is being changed. */
  onEdit: () => void
  /** `before` is the subscription as the dialog read it. */
  onSend: (write: ConfirmedChange, before: SubscriptionView) => Promise<void>
  /** Tells of another change instead. */
  onShow: (changeId: string) => void
  onDismiss: () => void
}

const TITLES: Record<ChangeAction, string> = {
  cancel: 'Cancel subscription',
  delete: 'Delete subscription',
}

/** Asks before a subscription is cancelled (section 4.1) or deleted (4.2), on a fresh read of it. Mount it to open it. */
export function ChangeDialog({
  action,
  target,
  typed,
  sending,
  refusal,
  onEdit,
  onSend,
  onShow,
  onDismiss,
}: ChangeDialogProps) {
  const { id, externalCustomerId: known, suggestedExternalCustomerId: suggested = '', freshForMs = 0 } = target
  const timeZone = useTimeZone()
  const fresh = useQuery({ ...operationQuery('getSubscription', { id }), staleTime: freshForMs, refetchOnMount: true })
  const [entered, setEntered] = useState(typed?.externalCustomerId ?? suggested)
  const [reason, setReason] = useState(typed?.reason ?? '')
  const [ticket, setTicket] = useState(typed?.ticket ?? '')
  const externalCustomerId = known ?? entered
  const { name } = useSignedIn()
  const isSignInOld = useIsSignInOld()
  useEffect(() => {
    holdTyped({
      who: name,
      fields: textsOf({ action, target, typed: { reason, ticket, externalCustomerId: entered } }),
    })
    return () => holdTyped(undefined)
  }, [name, action, target, reason, ticket, entered])
  const [sentCustomerId, setSentCustomerId] = useState('')
  // One that is known cannot be changed here: then the refusal stands for itself.
  const problem = refusal && 'problem' in refusal ? refusal.problem : undefined
  const isOfField =
    action === 'cancel' && known === undefined && problem !== undefined && isAboutCustomer(problem, sentCustomerId)
  const customerField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOfField) customerField.current?.focus()
  }, [isOfField])

  const send = () => {
    if (!fresh.data) return
    setSentCustomerId(externalCustomerId)
    const record = { reason: reason.trim(), ...(ticket.trim() !== '' && { ticket: ticket.trim() }) }
    if (action === 'delete') void onSend({ action, input: { id, ...record } }, fresh.data)
    else
      void onSend(
        { action, input: { id, ...record, ...(externalCustomerId !== '' && { externalCustomerId }) } },
        fresh.data,
      )
  }
  const consequenceOf = (subscription: SubscriptionView): Consequence => {
    const expected = forecast(subscription, subscription.asOf, timeZone)
    return { ...expected[action], changes: beforeAfter(action, subscription, expected, timeZone) }
  }
  const readState = (): FreshRead => {
    // What was read for the last try stands while it is read for the next.
    if (fresh.isFetching) return { state: 'reading', last: refusal && fresh.data && consequenceOf(fresh.data) }
    if (fresh.error) return { state: 'failed', problem: problemOf(fresh.error) }
    if (!fresh.data) return { state: 'reading' }
    return { state: 'read', consequence: consequenceOf(fresh.data) }
  }
  // What deletes asks for a fresh sign-in: before anything is typed.
  const deletes =
    action === 'delete' || (fresh.data && cancelMayDelete(forecast(fresh.data, fresh.data.asOf, timeZone)))
  if (isSignInOld && deletes && reason === '')
    return <StepUpDialog id={id} subscription={fresh.data} title={`${TITLES[action]}?`} onDismiss={onDismiss} />
  return (
    <SubscriptionDialog
      id={id}
      subscription={fresh.data}
      title={`${TITLES[action]}?`}
      confirm={TITLES[action]}
      read={readState()}
      reason={reason}
      onReason={setReason}
      ticket={ticket}
      onTicket={setTicket}
      running={sending}
      refusal={isOfField ? undefined : refusal}
      onShow={onShow}
      onReadAgain={() => void fresh.refetch()}
      onConfirm={send}
      onDismiss={onDismiss}
    >
      {action === 'cancel' && (
        <TextField
          ref={customerField}
          label="External customer ID"
          maxLength={MOST_ID_CHARS}
          readOnly={known !== undefined || sending}
          value={externalCustomerId}
          onChange={(event) => {
            setEntered(event.currentTarget.value)
            if (isOfField) onEdit()
          }}
          hint={customerHint(known !== undefined, suggested !== '')}
          error={
            isOfField ? <CustomerRefusal id={id} externalCustomerId={sentCustomerId} problem={problem} /> : undefined
          }
        />
      )}
    </SubscriptionDialog>
  )
}

function customerHint(known: boolean, suggested: boolean): string {
  if (known) return 'The customer whose ledger this is.'
  if (suggested)
    return 'From this customer’s ledger, opened in this browser. Sent with the cancel so that the API can check it.'
  return 'Optional: the customer’s ID in your own system. Sent with the cancel so that the API can check it.'
}

interface CustomerRefusalProps {
  id: string
  /** As it was sent. */
  externalCustomerId: string
  problem: Problem
}

/** Why the customer was refused: plainly where the API's own code says so, else in the API's words. */
function CustomerRefusal({ id, externalCustomerId, problem }: CustomerRefusalProps) {
  if (problem.upstreamCode !== 'customer_mismatch' || problem.outcome !== 'none')
    return <ProblemPanel problem={problem} />
  return (
    <Notice tone="bad" role="alert">
      Not cancelled: <VisibleMarks>{id}</VisibleMarks> doesn’t belong to “
      <VisibleMarks>{externalCustomerId}</VisibleMarks>”. Check the customer ID.
    </Notice>
  )
}
