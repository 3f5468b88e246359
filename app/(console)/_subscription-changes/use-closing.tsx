'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { SubscriptionChange } from '@/contract/console/change'
import { useMay } from '@/lib/browser/signed-in'

const CloseDialog = lazyWithRetry(() => import('./close-dialog').then((module) => module.CloseDialog))

/** The button that closes what needs review, for whom that is, and its dialog; none where there is nothing to close. */
export function useClosing(change: SubscriptionChange): { button: ReactNode; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const mayReview = useMay('review')
  if (!mayReview || change.state !== 'NEEDS_REVIEW' || !change.isOpen) return { button: null, dialog: null }
  return {
    button: (
      <Button small onClick={() => setAsking(true)} {...CloseDialog.prefetchProps}>
        Close after review
      </Button>
    ),
    dialog: isAsking && <CloseDialog change={change} onDismiss={() => setAsking(false)} />,
  }
}
