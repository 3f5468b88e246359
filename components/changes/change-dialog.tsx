import { MAX_TICKET_CHARS } from '@/lib/core/reason'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ProblemPanel } from '@/components/page/problem-panel'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { VisibleMarks } from '@/components/text/visible-marks'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import type { Problem } from '@/lib/core/problem'
import { useSignedIn } from '@/components/page/signed-in'
import { keepTypedInTicket, typedInTicket, useTicket } from '@/components/ticket/ticket'
import { holdTyped } from '@/lib/core/typed'
import type { SubscriptionChange } from '@/lib/changes/change'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { isStillInEffect } from '@/lib/changes/change-texts'
import { isAboutCustomer } from '@/lib/changes/refusal'
import { effectOn, mayDelete } from '@/lib/changes/expected-effect'
import { seenOf } from '@/lib/changes/seen-subscription'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { CHANGE_TITLES, PROPOSAL_TITLES } from '@/lib/changes/change-state-label'
import type { Refusal, ConfirmedChange } from './use-request-change'
import { ConfirmDialog } from '@/components/page/confirm-dialog'
import { type ChangeTarget, type DialogDraft, keepDraft, serializeDialog } from './dialog-draft'
import { ChangePreview } from './change-preview'
import { changesOfQuery } from './change-queries'
import { isBlockedBy, useFreshSubscription, whyNotPossible } from './fresh-subscription'
import { NamedSubscription } from './named-subscription'
import { NotSentNotice, RefusalNotice } from './refusal-notice'
import { shortestPause } from './use-change'

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
  onSend: (confirmed: ConfirmedChange) => Promise<void>
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
  const { id, externalCustomerId: knownCustomerId, suggestedExternalCustomerId: suggestedCustomerId = '' } = target
  const changes = useQuery({
    ...changesOfQuery(id),
    refetchInterval: ({ state }) => shortestPause(state.data?.changes),
  })
  const known = changes.data?.changes
  const { subscription, isGone, read, readAgain } = useFreshSubscription(action, id, {
    freshForMs: target.freshForMs,
    known,
  })
  const [entered, setEntered] = useState(typed?.externalCustomerId ?? suggestedCustomerId)
  // What was sent before in the same ticket, else its number.
  const ticketNumber = useTicket()?.number
  const [offered] = useState(() => typedInTicket() ?? { reason: '', ticket: ticketNumber ?? '' })
  const [initialReason] = useState(typed?.reason ?? offered.reason)
  const [reason, setReason] = useState(initialReason)
  const [ticket, setTicket] = useState(typed?.ticket ?? offered.ticket)
  const externalCustomerId = knownCustomerId ?? entered
  const { name, proposes } = useSignedIn()
  // Keeps the text across a sign-in.
  useEffect(() => {
    holdTyped({
      who: name,
      fields: serializeDialog({ action, target, typed: { reason, ticket, externalCustomerId: entered } }),
    })
    return () => holdTyped(undefined)
  }, [name, action, target, reason, ticket, entered])
  const isTyped = reason !== offered.reason || entered !== suggestedCustomerId || ticket !== offered.ticket
  const keep = () =>
    keepDraft(name, { action, target, ...(isTyped && { typed: { reason, ticket, externalCustomerId: entered } }) })
  const dismiss = () => {
    keep()
    onDismiss()
  }
  const whyNotId = useId()
  const [sentCustomerId, setSentCustomerId] = useState('')
  const [sentAtMs, setSentAtMs] = useState(0)
  const problem = refusal && 'problem' in refusal ? refusal.problem : undefined
  const isPossible = whyNotPossible(read) === null
  // The preview says what is true by now, which the refusal does not.
  const isOvertaken = !isPossible && refusal !== undefined && isByOtherChange(refusal, known)
  // A known customer ID cannot be edited here, so its refusal is not shown at the field.
  const isShownAtField =
    isPossible &&
    action === 'cancel' &&
    knownCustomerId === undefined &&
    problem !== undefined &&
    isAboutCustomer(problem, sentCustomerId)
  const shownRefusal = isShownAtField ? undefined : refusal
  const refusalNotice = useRef<HTMLDivElement>(null)
  // Scrolls to the refusal at the end of a long dialog.
  useEffect(() => {
    if (shownRefusal) refusalNotice.current?.scrollIntoView({ block: 'end' })
  }, [shownRefusal])
  const customerField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isShownAtField) customerField.current?.focus()
  }, [isShownAtField])

  const send = () => {
    if (!subscription) return
    setSentCustomerId(externalCustomerId)
    setSentAtMs(Date.now())
    keepTypedInTicket({ reason, ticket })
    const record = {
      id,
      reason: reason.trim(),
      ...(ticket.trim() !== '' && { ticket: ticket.trim() }),
      seen: { ...seenOf(subscription), effect: effectOn(action, subscription) },
      asOf: subscription.asOf,
    }
    if (action === 'delete') void onSend({ action, input: record })
    else void onSend({ action, input: { ...record, ...(externalCustomerId !== '' && { externalCustomerId }) } })
  }
  const isBlocked = isBlockedBy(read)
  const changesNothing = read.state === 'read' && !read.consequence.final
  // A change that deletes needs a fresh sign-in, which is requested before the agent types anything.
  const deletes = action === 'delete' || (subscription !== undefined && mayDelete(effectOn(action, subscription)))
  const isProposal = proposes.includes(action) || (deletes && proposes.includes('delete'))
  return (
    <ConfirmDialog
      title={`${CHANGE_TITLES[action]}?`}
      about={
        <>
          <NamedSubscription id={id} subscription={subscription} />
          <div className="mt-3 min-h-16">
            <ChangePreview read={read} whyNotId={whyNotId} onReadAgain={readAgain} />
          </div>
        </>
      }
      isReading={read.state === 'reading'}
      reason={{ value: reason, onChange: setReason }}
      confirm={isProposal ? PROPOSAL_TITLES[action] : CHANGE_TITLES[action]}
      variant={changesNothing ? 'secondary' : 'danger'}
      keep={isPossible ? 'Keep subscription' : 'Close'}
      isBlocked={isBlocked}
      whyNotId={isBlocked ? whyNotId : undefined}
      running={sending}
      isLong
      needsFreshSignIn={deletes && reason === initialReason}
      whatNeedsSignIn="Deleting"
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
      <TextField
        label="Ticket"
        hint="Optional."
        maxLength={MAX_TICKET_CHARS}
        readOnly={sending}
        value={ticket}
        onChange={(event) => setTicket(event.currentTarget.value)}
      />
      {isProposal && isPossible && (
        <p className="text-muted text-sm">Nothing is sent until another person approves it.</p>
      )}
      {shownRefusal && (
        <div ref={refusalNotice}>
          {isOvertaken ? (
            <NotSentNotice action={action} prior={priorOf(known, isGone ? 'gone' : subscription)} />
          ) : (
            <RefusalNotice
              refusal={shownRefusal}
              canConfirmAgain={!isBlocked && changes.dataUpdatedAt > sentAtMs}
              onShow={(changeId) => {
                keep()
                onShow(changeId)
              }}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

/** True when nothing was sent because another change came first, which has ended: an open one is shown with the refusal. */
function isByOtherChange(refusal: Refusal, known: readonly SubscriptionChange[] = []): boolean {
  if ('stale' in refusal) return true
  const { code, changeId } = refusal.problem
  return code === 'change_open' && known.some(({ id, isOpen }) => id === changeId && !isOpen)
}

/** Returns the change of this console that the subscription shows. */
const priorOf = (known: readonly SubscriptionChange[] = [], shown: SubscriptionView | 'gone' | undefined) =>
  shown && known.find((change) => isStillInEffect(change, shown))

const WHY_CUSTOMER = 'Sent with the cancel so that the API can check it.'

function customerHint(known: boolean, suggested: boolean): string {
  if (known) return `This ledger’s customer. ${WHY_CUSTOMER}`
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
