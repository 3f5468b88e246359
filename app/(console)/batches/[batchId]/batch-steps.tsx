'use client'

import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Instant } from '@/components/instant'
import { VisibleMarks } from '@/components/visible-marks'
import { Button } from '@/components/ui/button'
import { Pill } from '@/components/ui/pill'
import { Section } from '@/components/ui/section'
import { TextField } from '@/components/ui/text-field'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { Batch } from '@/contract/console/batches'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@/contract/console/change'
import type { ConsoleInput } from '@/contract/console/operations'
import { leadToStepUp, sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'
import { useIsSignInOld, useMay } from '@/lib/browser/signed-in'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { batchCounts, batchStateLabel } from '@/lib/format/batch-label'
import { JobButton, JobProgress, useReload } from '../../_jobs/job'
import { CONFIRM_SIGN_IN, FreshSignIn } from '../../_shell/fresh-sign-in'
import { STATE_TONES } from '../../_subscription-changes/state-tones'
import { RefusalNotice } from '../../_subscription-changes/subscription-dialog'

const BATCH_READS = ['getBatch', 'listBatches'] as const

/** How far a batch is, with what its owner or another person can do next. */
export function BatchSteps({ batch }: { batch: Batch }) {
  const { state, isMine, canStop, proposal } = batch
  const mayApprove = useMay('approve')
  const { text, tone } = batchStateLabel(batch)
  const isBusy = state === 'reading' || state === 'running'
  const canReadAgain =
    isMine && (['ready', 'declined', 'expired'].includes(state) || (state === 'stopped' && !proposal?.decided))
  return (
    <div className="space-y-4">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <Pill tone={STATE_TONES[tone]}>{text}</Pill>
        {isBusy && <BatchProgress batch={batch} />}
        <p role="status" className="text-sm empty:sr-only">
          {!isBusy && batchCounts(batch)}
        </p>
        {canStop && isBusy && <ChangeButton key="stop" batchId={batch.id} to="stop" label="Stop" />}
        {canStop && state === 'ready' && <ChangeButton key="drop" batchId={batch.id} to="stop" label="Discard" />}
        {canReadAgain && <ChangeButton key="again" batchId={batch.id} to="again" label="Read again" />}
      </div>
      {proposal && <ProposalFacts proposal={proposal} batch={batch} />}
      {state === 'ready' && isMine && batch.counts.changes > 0 && (
        <BatchForm key="propose" batch={batch} step="propose" />
      )}
      {state === 'proposed' && isMine && <BatchForm key="withdraw" batch={batch} step="withdraw" />}
      {state === 'proposed' && !isMine && mayApprove && <BatchForm key="approve" batch={batch} step="approve" />}
    </div>
  )
}

function BatchProgress({ batch: { state, total, read, counts } }: { batch: Batch }) {
  const { changes, done, unknown, notDone } = counts
  const isReading = state === 'reading'
  const [value, max] = isReading ? ([read, total] as const) : ([done + unknown + notDone, changes] as const)
  const verb = isReading ? 'read' : 'started'
  const text = `${formatNumber(value)} of ${formatNumber(max)} ${verb}`
  return <JobProgress label={`Subscriptions ${verb}`} value={value} max={max} text={text} />
}

const ChangeButton = ({ label, ...change }: ConsoleInput<'changeBatch'> & { label: string }) => (
  <JobButton label={label} onSend={() => sendOperation('changeBatch', change)} reads={BATCH_READS} />
)

interface ProposalFactsProps {
  proposal: NonNullable<Batch['proposal']>
  batch: Batch
}

function ProposalFacts({ proposal: { reason, ticket, at, expiresAt, decided }, batch }: ProposalFactsProps) {
  const verb = batch.state !== 'declined' ? 'approved' : decided?.by === batch.owner ? 'withdrew' : 'declined'
  return (
    <div className="space-y-1 text-sm wrap-anywhere">
      <p>
        {batch.owner} proposed it on <Instant iso={at} zoned />: “<VisibleMarks>{reason}</VisibleMarks>”
        {ticket !== null && (
          <>
            {' '}
            Ticket: <VisibleMarks>{ticket}</VisibleMarks>.
          </>
        )}
      </p>
      {decided && (
        <p>
          {decided.by} {verb} it on <Instant iso={decided.at} zoned />: “<VisibleMarks>{decided.reason}</VisibleMarks>”
        </p>
      )}
      {batch.state === 'proposed' && (
        <p className="text-muted">
          Another person can approve it until <Instant iso={expiresAt} zoned />.
        </p>
      )}
    </div>
  )
}

type Step = 'propose' | 'approve' | 'withdraw'
type Sent = 'propose' | 'approve' | 'decline'

const TITLES: Record<Step, string> = {
  propose: 'Propose this batch',
  approve: 'Approve this batch',
  withdraw: 'Withdraw this batch',
}

/** Asks for a reason, and proposes, approves, declines or withdraws the batch. */
function BatchForm({ batch, step }: { batch: Batch; step: Step }) {
  const { id: batchId, action, counts, needsFreshSignIn, proposal } = batch
  const isSignInOld = useIsSignInOld()
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const reasonField = useRef<HTMLInputElement>(null)
  const focusReturn = useFocusReturn()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (sent: Sent) => {
      const input = { batchId, reason: reason.trim() }
      if (sent === 'approve') return sendOperation('approveBatch', { ...input, proposedAt: proposal?.at ?? '' })
      if (sent === 'decline') return sendOperation('declineBatch', input)
      return sendOperation('proposeBatch', { ...input, ...(ticket.trim() !== '' && { ticket: ticket.trim() }) })
    },
    onSuccess: useReload(BATCH_READS),
  })
  const isMissing = reason.trim() === ''
  const submit = (sent: Sent) => (event: SyntheticEvent) => {
    event.preventDefault()
    if (isPending) return
    setWasSubmitted(true)
    if (isMissing) reasonField.current?.focus()
    else mutate(sent)
  }
  const subscriptions = formatCount(counts.changes, 'subscription')
  const button = (sent: Sent, label: string, variant: 'primary' | 'danger' | 'secondary') => (
    <Button
      type={variant === 'secondary' ? 'button' : 'submit'}
      variant={variant}
      pending={isPending && variables === sent}
      {...(variant === 'secondary' && { onClick: submit(sent) })}
    >
      {label}
    </Button>
  )
  const form = (
    <form noValidate onSubmit={submit(step === 'withdraw' ? 'decline' : step)} className="max-w-xl space-y-3">
      <p className="text-sm">{ABOUT[step](`${action} ${subscriptions}`)}</p>
      <TextField
        ref={reasonField}
        label="Reason"
        required
        maxLength={MAX_REASON_CHARS}
        readOnly={isPending}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        hint={step === 'propose' ? 'Saved with each change.' : 'Saved with the batch.'}
        error={wasSubmitted && isMissing ? 'Enter a reason.' : undefined}
      />
      {step === 'propose' && (
        <TextField
          label="Ticket"
          hint="Optional."
          maxLength={MAX_TICKET_CHARS}
          readOnly={isPending}
          value={ticket}
          onChange={(event) => setTicket(event.currentTarget.value)}
        />
      )}
      {error && <RefusalNotice refusal={{ problem: problemOf(error) }} />}
      <div className="flex flex-wrap justify-end gap-2">
        {step === 'propose' && button('propose', `Propose to ${action} ${subscriptions}`, 'primary')}
        {step === 'withdraw' && button('decline', 'Withdraw', 'primary')}
        {step === 'approve' && button('decline', 'Decline', 'secondary')}
        {step === 'approve' && button('approve', `Approve and ${action} ${subscriptions}`, 'danger')}
      </div>
    </form>
  )
  // Asked for before anything is typed.
  const isAsked = needsFreshSignIn && step !== 'withdraw' && isSignInOld && reason === ''
  return (
    <div {...focusReturn} className="no-print">
      <Section title={TITLES[step]}>{isAsked ? <StepUp /> : form}</Section>
    </div>
  )
}

const StepUp = () => (
  <div className="space-y-3">
    <FreshSignIn what="Deleting" />
    <Button variant="primary" onClick={leadToStepUp}>
      {CONFIRM_SIGN_IN}
    </Button>
  </div>
)

const ABOUT: Record<Step, (change: string) => string> = {
  propose: (change) => `This asks to ${change}. Nothing is sent until another person approves it.`,
  approve: (change) =>
    `This starts to ${change}, one by one. It cannot be undone here. Each is sent only if its status, dates, plan, prices, customer and effect are still as shown.`,
  withdraw: () => 'Nothing was sent. After you withdraw the batch, you can read and propose it again.',
}
