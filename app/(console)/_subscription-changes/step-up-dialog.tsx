import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { SubscriptionView } from '@/contract/console/subscription'
import { leadToStepUp } from '@/lib/browser/lead-to-sign-in'
import { NamedSubscription } from './named-subscription'

interface StepUpDialogProps {
  id: string
  title: string
  /** Undefined until it is read. */
  subscription: SubscriptionView | undefined
  onDismiss: () => void
}

/** Asks for a fresh sign-in before the agent fills in the form of a cancel or delete, then returns to that form. */
export function StepUpDialog({ id, title, subscription, onDismiss }: StepUpDialogProps) {
  const aboutId = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  // Runs after the dialog has opened and focused its first button.
  useEffect(() => confirm.current?.focus(), [])
  return (
    <Dialog title={title} describedBy={aboutId} onDismiss={onDismiss}>
      <div id={aboutId} className="mt-2 space-y-3 text-sm">
        <NamedSubscription id={id} subscription={subscription} />
        <p>Sign in again first: deleting needs a sign-in from the last 15 minutes. You come back here afterwards.</p>
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2 pt-1">
        <Button onClick={onDismiss}>Keep subscription</Button>
        <Button ref={confirm} variant="primary" onClick={leadToStepUp}>
          Confirm it is you
        </Button>
      </div>
    </Dialog>
  )
}
