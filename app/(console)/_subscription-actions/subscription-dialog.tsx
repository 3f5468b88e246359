'use client'

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import type { Problem } from '@/contract/console/problem'
import type { SubscriptionView } from '@/contract/console/subscription'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { TextField } from '@/components/ui/text-field'
import { leadToStepUp } from '@/lib/browser/lead-to-sign-in'
import { NamedSubscription } from './named-subscription'

/** A fresh read of the subscription, and what the action would do to it. */
export type FreshRead =
  | { state: 'reading' }
  | { state: 'failed'; problem: Problem }
  | { state: 'read'; consequence: Consequence }

interface Consequence {
  /** Why the action is not possible; null where it is. */
  blocked: string | null
  effect: string
  /** Whether it changes something that the console cannot change back. */
  final: boolean
}

interface SubscriptionDialogProps {
  id: string
  title: string
  confirm: string
  /** As far as it was read. */
  subscription: SubscriptionView | undefined
  read: FreshRead
  reason: string
  onReason: (reason: string) => void
  ticket: string
  onTicket: (ticket: string) => void
  /** The write is on its way: everything is locked. */
  running: boolean
  /** Why the last try did not succeed, where no field says it. */
  refusal?: Problem
  onReadAgain: () => void
  onDismiss: () => void
  onConfirm: () => void
  /** Fields above the reason. */
  children?: ReactNode
}

const MOST_REASON_CHARACTERS = 500
const MOST_TICKET_CHARACTERS = 100

/** What the cancel and the delete dialog share: the named object, the consequence, the reason, the two buttons. */
export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { id, subscription, title, confirm, read, reason, onReason, ticket, onTicket, running, refusal } = props
  const { onReadAgain, onDismiss, onConfirm, children } = props
  const aboutId = useId()
  const whyNotId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const whyNot = reasonAgainst(read)
  const missing = reason.trim() === ''

  // After the dialog has opened, which puts the focus on the first button.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus(), [])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running || whyNot !== null) return
    setAsked(true)
    if (missing) event.currentTarget.querySelector<HTMLInputElement>('[name=reason]')?.focus()
    else onConfirm()
  }

  return (
    <Dialog title={title} describedBy={aboutId} locked={running} onDismiss={onDismiss}>
      <div id={aboutId} aria-live="polite" aria-busy={read.state === 'reading'} className="mt-2 text-sm">
        <NamedSubscription id={id} subscription={subscription} />
        <div className="mt-2 min-h-16">
          <WhatWasRead read={read} whyNotId={whyNotId} onReadAgain={onReadAgain} />
        </div>
      </div>
      <form ref={form} noValidate onSubmit={submit} className="mt-3 space-y-3">
        {children}
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={MOST_REASON_CHARACTERS}
          readOnly={running}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          hint="Kept with the record of this action."
          error={asked && missing ? 'Say why, for the record.' : undefined}
        />
        <TextField
          label="Ticket"
          maxLength={MOST_TICKET_CHARACTERS}
          readOnly={running}
          value={ticket}
          onChange={(event) => onTicket(event.currentTarget.value)}
          hint="Optional: where it was asked for."
        />
        {refusal && (
          <ProblemPanel problem={refusal}>
            {refusal.code === 'fresh_sign_in_required' && (
              <Button small variant="primary" className="mt-2" onClick={leadToStepUp}>
                Confirm it is you
              </Button>
            )}
          </ProblemPanel>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={onDismiss} aria-disabled={running || undefined}>
            Keep subscription
          </Button>
          <Button
            type="submit"
            variant="danger"
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

/** Why the action cannot be sent now; null where it can. */
function reasonAgainst(read: FreshRead): string | null {
  if (read.state === 'reading') return 'Reading the subscription…'
  if (read.state === 'failed') return 'The subscription could not be read'
  return read.consequence.blocked
}

interface WhatWasReadProps {
  read: FreshRead
  whyNotId: string
  onReadAgain: () => void
}

function WhatWasRead({ read, whyNotId, onReadAgain }: WhatWasReadProps) {
  if (read.state === 'reading')
    return (
      <div className="space-y-2">
        <span id={whyNotId} className="sr-only">
          Reading the subscription…
        </span>
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
      </div>
    )
  if (read.state === 'failed')
    return (
      <ProblemPanel problem={read.problem} onRetry={onReadAgain}>
        <p id={whyNotId}>What would happen cannot be told without reading the subscription.</p>
      </ProblemPanel>
    )
  const { blocked, effect, final } = read.consequence
  if (blocked !== null)
    return (
      <p id={whyNotId} className="foreign font-medium">
        {blocked}.
      </p>
    )
  return (
    <>
      <p className="foreign">
        {effect} {final && 'Cannot be undone here.'}
      </p>
      <p className="text-muted mt-1 text-xs">This is the console’s own forecast; the API decides.</p>
    </>
  )
}
