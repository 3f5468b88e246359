'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { SubscriptionChange } from '@/lib/changes/change'
import { useMay } from '@/components/page/signed-in'

const CloseDialog = lazyWithRetry(() => import('./close-dialog').then((module) => module.CloseDialog))

/** Returns the button and the dialog that close a change after review; null without the permission, or when none is needed. */
export function useCloseAfterReview(change: SubscriptionChange): { button: ReactNode; dialog: ReactNode } {
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
