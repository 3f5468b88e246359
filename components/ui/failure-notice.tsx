'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { useFocusReturn } from './use-focus-return'

interface FailureNoticeProps {
  title: string
  retrying?: boolean
  /** Without it there is nothing to try again. */
  onRetry?: () => void
  children?: ReactNode
}

/** What could not be had, in its place, with Retry. The focus does not go with it. */
export function FailureNotice({ title, retrying = false, onRetry, children }: FailureNoticeProps) {
  const focusReturn = useFocusReturn()
  return (
    <Notice
      {...focusReturn}
      tone="bad"
      role="alert"
      title={title}
      actions={
        onRetry && (
          <Button small pending={retrying} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {children}
    </Notice>
  )
}
