'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { orRetry } from '@/components/ui/or-retry'
import type { WriteOperation } from '@/contract/console/write-operation'
import { useMay } from '@/lib/browser/signed-in'

const loadDialog = () => import('./close-dialog')
const CloseDialog = orRetry(() => loadDialog().then((module) => module.CloseDialog))
const preload = () => void loadDialog().catch(() => undefined)

/** The button that closes what needs review, for whom that is, and its dialog; none where there is nothing to close. */
export function useClosing(operation: WriteOperation): { button: ReactNode; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const mayReview = useMay('review')
  if (!mayReview || operation.state !== 'NEEDS_REVIEW' || !operation.isOpen) return { button: null, dialog: null }
  return {
    button: (
      <Button small onClick={() => setAsking(true)} onPointerEnter={preload} onFocus={preload}>
        Close after review
      </Button>
    ),
    dialog: isAsking && <CloseDialog operation={operation} onDismiss={() => setAsking(false)} />,
  }
}
