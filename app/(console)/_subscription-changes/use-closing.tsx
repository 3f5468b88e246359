'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { orRetry } from '@/components/ui/or-retry'
import type { SubscriptionChange } from '@/contract/console/change'
import { useMay } from '@/lib/browser/signed-in'

const CloseDialog = orRetry(() => import('./close-dialog').then((module) => module.CloseDialog))

/** The button that closes what needs review, for whom that is, and its dialog; none where there is nothing to close. */
export function useClosing(change: SubscriptionChange): { button: ReactNode; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const mayReview = useMay('review')
  if (!mayReview || change.state !== 'NEEDS_REVIEW' || !change.isOpen) return { button: null, dialog: null }
  return {
    button: (
      <Button small onClick={() => setAsking(true)} {...CloseDialog.ahead}>
        Close after review
      </Button>
    ),
    dialog: isAsking && <CloseDialog change={change} onDismiss={() => setAsking(false)} />,
  }
}
