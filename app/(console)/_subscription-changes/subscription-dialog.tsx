'use client'

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS, type SeenField, type SubscriptionChange } from '@/contract/console/change'
import type { SubscriptionView } from '@/contract/console/subscription'
import { leadToStepUp } from '@/lib/browser/operation'
import { valueWords } from '@/lib/domain/change/change-texts'
import { formatDateTime } from '@/lib/format/instant'
import type { Refusal } from '@/lib/queries/use-request-change'
import { CONFIRM_SIGN_IN } from '../_shell/fresh-sign-in'
import { NamedSubscription } from './named-subscription'
import { type FreshRead, ChangePreview } from './change-preview'

interface SubscriptionDialogProps {
  id: string
  title: string
  confirm: string
  /** True when another person must approve it before it is sent. */
  isProposal: boolean
  /** Undefined until it is read. */
  subscription: SubscriptionView | undefined
  read: FreshRead
  reason: string
  onReason: (reason: string) => void
  ticket: string
  onTicket: (ticket: string) => void
  /** True while the request is in progress, which locks the dialog. */
  running: boolean
  /** Why the last attempt was refused, unless a field shows it. */
  refusal?: Refusal | undefined
  /** Closes the dialog and shows another change. */
  onShow: (changeId: string) => void
  onReadAgain: () => void
  onDismiss: () => void
  onConfirm: () => void
  /** Fields below the reason. */
  children?: ReactNode
}

/** The common part of the cancel and delete dialogs: subscription, consequence, reason and buttons. */
export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { id, subscription, title, confirm, read, reason, onReason, ticket, onTicket, running, refusal } = props
  const { onShow, onReadAgain, onDismiss, onConfirm, children, isProposal } = props
  const aboutId = useId()
  const whyNotId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const whyNot = reasonAgainst(read)
  const changesNothing = read.state === 'read' && !read.consequence.final
  const missing = reason.trim() === ''

  // Runs after the dialog has opened and focused its first button.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus(), [])

  // Scrolls to the refusal at the end of a long dialog.
  useEffect(() => {
    if (refusal) form.current?.scrollIntoView({ block: 'end' })
  }, [refusal])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running || whyNot !== null) return
    setWasSubmitted(true)
    if (missing) event.currentTarget.querySelector<HTMLInputElement>('[name=reason]')?.focus()
    else onConfirm()
  }

  return (
    <Dialog title={title} describedBy={aboutId} locked={running} onDismiss={onDismiss}>
      <div id={aboutId} aria-live="polite" aria-busy={read.state === 'reading'} className="mt-2 text-sm">
        <NamedSubscription id={id} subscription={subscription} />
        <div className="mt-3 min-h-16">
          <ChangePreview read={read} whyNotId={whyNotId} onReadAgain={onReadAgain} />
        </div>
      </div>
      <form ref={form} noValidate onSubmit={submit} className="mt-3 space-y-3">
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={MAX_REASON_CHARS}
          readOnly={running}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          error={wasSubmitted && missing ? 'Enter a reason.' : undefined}
        />
        {children}
        <TextField
          label="Ticket"
          hint="Optional."
          maxLength={MAX_TICKET_CHARS}
          readOnly={running}
          value={ticket}
          onChange={(event) => onTicket(event.currentTarget.value)}
        />
        {isProposal && <p className="text-muted text-sm">Nothing is sent until another person approves it.</p>}
        {refusal && <RefusalNotice refusal={refusal} onShow={onShow} />}
        <div className="bg-raised sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-t px-5 py-3">
          <Button onClick={onDismiss} aria-disabled={running || undefined}>
            Keep subscription
          </Button>
          <Button
            type="submit"
            variant={changesNothing ? 'secondary' : 'danger'}
            pending={running}
            aria-disabled={whyNot !== null || undefined}
            aria-describedby={whyNot === null ? undefined : whyNotId}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns why the change cannot be sent now; null when it can. */
export function reasonAgainst(read: FreshRead): string | null {
  if (read.state === 'reading') return 'Reading the subscription…'
  if (read.state === 'failed') return 'The subscription could not be read'
  return read.consequence.blocked
}

/** Shows why the last attempt was refused, and the next step if there is one. */
export function RefusalNotice({ refusal, onShow }: { refusal: Refusal; onShow?: (changeId: string) => void }) {
  if ('stale' in refusal) return <StaleNotice change={refusal.stale} />
  const { problem } = refusal
  const { code, changeId } = problem
  return (
    <ProblemPanel problem={problem}>
      {code === 'fresh_sign_in_required' && (
        <Button small variant="primary" className="mt-2" onClick={leadToStepUp}>
          {CONFIRM_SIGN_IN}
        </Button>
      )}
      {code === 'change_open' && changeId !== undefined && onShow && (
        <Button small className="mt-2" onClick={() => onShow(changeId)}>
          Show the other change
        </Button>
      )}
    </ProblemPanel>
  )
}

const SEEN_FIELD_LABELS: Record<SeenField, string> = {
  status: 'Status',
  startDate: 'Start date',
  endDate: 'Last day',
  billingCadence: 'Billing interval',
  planId: 'Plan ID',
  customerId: 'Customer ID',
  prices: 'Plan or prices',
  updatedAt: 'Updated',
  effect: 'Effect',
}

/** Returns a value with its zone. */
const shown = (field: SeenField, value: string | null) =>
  field === 'updatedAt' && value !== null && !Number.isNaN(Date.parse(value))
    ? `${formatDateTime(value, 'UTC')} UTC`
    : valueWords(field, value)

/** Explains that nothing was sent because the subscription has changed, and lists the old and new values. */
function StaleNotice({ change: { differences } }: { change: SubscriptionChange }) {
  const what = differences.every(({ field }) => field === 'effect') ? 'the effect' : 'the subscription'
  return (
    <Notice tone="watch" role="alert" title={`Nothing was sent: ${what} has changed since you looked`}>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {differences.map(({ field, seen, found }) => (
          <div key={field} className="col-span-full grid grid-cols-subgrid items-baseline">
            <dt className="text-muted text-xs">{SEEN_FIELD_LABELS[field]}</dt>
            <dd className="foreign min-w-0">
              {shown(field, seen)} <span aria-hidden="true">→</span>
              <span className="sr-only">, now</span> <span className="font-medium">{shown(field, found)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1">The preview above is up to date. Confirm again to send.</p>
    </Notice>
  )
}
