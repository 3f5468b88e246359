'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { VisibleMarks } from '@/components/visible-marks'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import { leadToStepUp } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { useIsSignInOld, useSignedIn } from '@/lib/browser/signed-in'
import { useTicket } from '@/lib/browser/ticket'
import { holdTyped } from '@/lib/browser/typed'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { beforeAfter } from '@/lib/domain/change/before-after'
import { isAboutCustomer } from '@/lib/domain/change/refusal'
import { effectOn, mayDelete } from '@/lib/domain/change/expected-effect'
import { forecast } from '@/lib/domain/subscription/forecast'
import { CHANGE_TITLES, PROPOSAL_TITLES } from '@/lib/format/change-state-label'
import { operationQuery } from '@/lib/queries/operation-query'
import type { Refusal, ConfirmedChange } from '@/lib/queries/use-request-change'
import { CONFIRM_SIGN_IN, FreshSignIn } from '../_shell/fresh-sign-in'
import { SubscriptionDialog } from './subscription-dialog'
import { type ChangeTarget, type DialogDraft, keepDraft, serializeDialog } from './dialog-draft'
import type { Consequence, FreshRead } from './change-preview'
import { useReadAgain } from './use-read-again'
import { NamedSubscription } from './named-subscription'

interface ChangeDialogProps {
  action: ChangeAction
  target: ChangeTarget
  /** The initial text of the fields. */
  typed?: DialogDraft | undefined
  /** True while the request is in progress, which locks the dialog. */
  sending: boolean
  /** Why the last attempt was refused. */
  refusal?: Refusal | undefined
  /** Clears the refusal, because the agent edits the refused field. */
  onEdit: () => void
  /** @param before the subscription as the dialog read it */
  onSend: (confirmed: ConfirmedChange, before: SubscriptionView) => Promise<void>
  /** Closes the dialog and shows another change. */
  onShow: (changeId: string) => void
  onDismiss: () => void
}

/** Confirms a cancel (section 4.1) or delete (section 4.2), based on a fresh read of the subscription. Mount it to open it. */
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
  const {
    id,
    externalCustomerId: knownCustomerId,
    suggestedExternalCustomerId: suggestedCustomerId = '',
    freshForMs = 0,
  } = target
  const fresh = useQuery({ ...operationQuery('getSubscription', { id }), staleTime: freshForMs, refetchOnMount: true })
  useReadAgain(action, fresh)
  const [entered, setEntered] = useState(typed?.externalCustomerId ?? suggestedCustomerId)
  const [reason, setReason] = useState(typed?.reason ?? '')
  // The number of the ticket that the agent works on.
  const ticketNumber = useTicket()?.number
  const [ticket, setTicket] = useState(typed?.ticket ?? ticketNumber ?? '')
  const externalCustomerId = knownCustomerId ?? entered
  const { name, proposes } = useSignedIn()
  const isSignInOld = useIsSignInOld()
  // Keeps the text across a sign-in.
  useEffect(() => {
    holdTyped({
      who: name,
      fields: serializeDialog({ action, target, typed: { reason, ticket, externalCustomerId: entered } }),
    })
    return () => holdTyped(undefined)
  }, [name, action, target, reason, ticket, entered])
  const isTyped = reason.trim() !== '' || entered !== suggestedCustomerId || ticket !== (ticketNumber ?? '')
  const keep = () =>
    keepDraft(name, { action, target, ...(isTyped && { typed: { reason, ticket, externalCustomerId: entered } }) })
  const dismiss = () => {
    keep()
    onDismiss()
  }
  const [sentCustomerId, setSentCustomerId] = useState('')
  const problem = refusal && 'problem' in refusal ? refusal.problem : undefined
  // A known customer ID cannot be edited here, so its refusal is not shown at the field.
  const isShownAtField =
    action === 'cancel' &&
    knownCustomerId === undefined &&
    problem !== undefined &&
    isAboutCustomer(problem, sentCustomerId)
  const customerField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isShownAtField) customerField.current?.focus()
  }, [isShownAtField])

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
    const expected = forecast(subscription, subscription.asOf)
    return { ...expected[action], line: beforeAfter(action, subscription, expected) }
  }
  const readState = (): FreshRead => {
    // Keeps the preview of the last attempt while the subscription is read again.
    if (fresh.isFetching) return { state: 'reading', last: refusal && fresh.data && consequenceOf(fresh.data) }
    if (fresh.error) return { state: 'failed', problem: problemOf(fresh.error) }
    if (!fresh.data) return { state: 'reading' }
    return { state: 'read', consequence: consequenceOf(fresh.data) }
  }
  // A change that deletes needs a fresh sign-in, which is requested before the agent types anything.
  const deletes = action === 'delete' || (fresh.data !== undefined && mayDelete(effectOn(action, fresh.data)))
  const isProposal = proposes.includes(action) || (deletes && proposes.includes('delete'))
  if (isSignInOld && deletes && reason === (typed?.reason ?? ''))
    return <StepUpDialog id={id} subscription={fresh.data} title={`${CHANGE_TITLES[action]}?`} onDismiss={dismiss} />
  return (
    <SubscriptionDialog
      id={id}
      subscription={fresh.data}
      title={`${CHANGE_TITLES[action]}?`}
      confirm={isProposal ? PROPOSAL_TITLES[action] : CHANGE_TITLES[action]}
      isProposal={isProposal}
      read={readState()}
      reason={reason}
      onReason={setReason}
      ticket={ticket}
      onTicket={setTicket}
      running={sending}
      refusal={isShownAtField ? undefined : refusal}
      onShow={(changeId) => {
        keep()
        onShow(changeId)
      }}
      onReadAgain={() => void fresh.refetch()}
      onConfirm={send}
      onDismiss={dismiss}
    >
      {action === 'cancel' && (
        <TextField
          ref={customerField}
          label="External customer ID"
          maxLength={MAX_ID_CHARS}
          readOnly={knownCustomerId !== undefined || sending}
          value={externalCustomerId}
          onChange={(event) => {
            setEntered(event.currentTarget.value)
            if (isShownAtField) onEdit()
          }}
          hint={customerHint(knownCustomerId !== undefined, suggestedCustomerId !== '')}
          error={
            isShownAtField ? (
              <CustomerRefusal id={id} externalCustomerId={sentCustomerId} problem={problem} />
            ) : undefined
          }
        />
      )}
    </SubscriptionDialog>
  )
}

const WHY_CUSTOMER = 'Sent with the cancel so that the API can check it.'

function customerHint(known: boolean, suggested: boolean): string {
  if (known) return 'The customer whose ledger this is.'
  return suggested ? `From this customer’s ledger. ${WHY_CUSTOMER}` : WHY_CUSTOMER
}

interface CustomerRefusalProps {
  id: string
  externalCustomerId: string
  problem: Problem
}

/** Explains why the customer was refused: in plain words for the API's code `customer_mismatch`, else with the API's message. */
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

interface StepUpDialogProps {
  id: string
  title: string
  /** Undefined until it is read. */
  subscription: SubscriptionView | undefined
  onDismiss: () => void
}

/** Asks for a fresh sign-in before the agent fills in the form of a cancel or delete, then returns to that form. */
function StepUpDialog({ id, title, subscription, onDismiss }: StepUpDialogProps) {
  const aboutId = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  // Runs after the dialog has opened and focused its first button.
  useEffect(() => confirm.current?.focus(), [])
  return (
    <Dialog title={title} describedBy={aboutId} onDismiss={onDismiss}>
      <div id={aboutId} className="mt-2 space-y-3 text-sm">
        <NamedSubscription id={id} subscription={subscription} />
        <FreshSignIn what="Deleting" />
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2 pt-1">
        <Button onClick={onDismiss}>Keep subscription</Button>
        <Button ref={confirm} variant="primary" onClick={leadToStepUp}>
          {CONFIRM_SIGN_IN}
        </Button>
      </div>
    </Dialog>
  )
}
