import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { useFocusReturn } from './use-focus-return'

interface FailureNoticeProps {
  title: string
  retrying?: boolean
  /** Retries the load; without it there is no Retry button. */
  onRetry?: () => void
  /** The button's label. */
  action?: string
  children?: ReactNode
}

/** Replaces content that failed to load, with Retry. It does not take the focus. */
export function FailureNotice({ title, retrying = false, onRetry, action = 'Retry', children }: FailureNoticeProps) {
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
            {action}
          </Button>
        )
      }
    >
      {children}
    </Notice>
  )
}
