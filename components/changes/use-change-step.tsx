import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { personOf } from '@/lib/people/access-key'
import type { SubscriptionChange } from '@/lib/changes/change'
import { useMay, useSignedIn } from '@/components/page/signed-in'

const CloseDialog = lazyWithRetry(() => import('./close-dialog').then((module) => module.CloseDialog))
const DecisionDialog = lazyWithRetry(() => import('./decision-dialog').then((module) => module.DecisionDialog))

interface ChangeStep {
  /** Returns the button that closes a change after review, or decides a proposal; null when the user can do neither. */
  buttonFor: (change: SubscriptionChange) => ReactNode
  /** The open dialog. Render it beside the list, because a decided proposal leaves the list. */
  dialog: ReactNode
}

/** Provides what a person can do with a change that waits for one. */
export function useChangeStep(): ChangeStep {
  const [open, setOpen] = useState<SubscriptionChange>()
  const [mayReview, mayApprove] = [useMay('review'), useMay('approve')]
  const { name } = useSignedIn()
  const isOwn = ({ actor }: SubscriptionChange) => personOf(actor) === name
  const dismiss = () => setOpen(undefined)
  return {
    buttonFor: (change) => {
      const isReview = change.state === 'NEEDS_REVIEW'
      const isPossible = isReview
        ? change.isOpen && mayReview
        : change.state === 'PROPOSED' && (mayApprove || isOwn(change))
      if (!isPossible) return null
      const { prefetchProps } = isReview ? CloseDialog : DecisionDialog
      return (
        <Button small onClick={() => setOpen(change)} {...prefetchProps}>
          {isReview ? 'Close after review' : isOwn(change) ? 'Withdraw' : 'Review proposal'}
        </Button>
      )
    },
    dialog:
      open &&
      (open.state === 'NEEDS_REVIEW' ? (
        <CloseDialog change={open} onDismiss={dismiss} />
      ) : (
        <DecisionDialog change={open} isOwn={isOwn(open)} onDismiss={dismiss} />
      )),
  }
}
