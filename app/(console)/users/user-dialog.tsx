'use client'

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Problem } from '@/contract/console/problem'

interface UserDialogProps {
  title: string
  /** The user and the effect of the action. */
  about: ReactNode
  confirm: string
  keep: string
  danger?: boolean
  /** True while the request is pending: everything is locked. */
  running: boolean
  /** Why the last attempt failed. */
  problem: Problem | undefined
  onConfirm: () => void
  onDismiss: () => void
  /** The form fields. */
  children?: ReactNode
}

/** A confirmation dialog for a user action. Mount it to open it. */
export function UserDialog(props: UserDialogProps) {
  const { title, about, confirm, keep, danger = false, running, problem, onConfirm, onDismiss, children } = props
  const aboutId = useId()
  const form = useRef<HTMLFormElement>(null)
  // Runs after the dialog has opened, which focuses the first button.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[type=email], input:checked')?.focus(), [])
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!running) onConfirm()
  }
  return (
    <Dialog title={title} describedBy={aboutId} locked={running} onDismiss={onDismiss}>
      <div id={aboutId} className="foreign mt-2 text-sm">
        {about}
      </div>
      <form ref={form} noValidate onSubmit={submit} className="mt-3 space-y-3">
        {children}
        {problem && <ProblemPanel problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={onDismiss} aria-disabled={running || undefined}>
            {keep}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={running}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
