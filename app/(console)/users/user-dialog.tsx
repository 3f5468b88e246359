'use client'

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Problem } from '@/contract/console/problem'

interface UserDialogProps {
  title: string
  /** What it is about and what it does. */
  about: ReactNode
  confirm: string
  keep: string
  danger?: boolean
  /** It is on its way: everything is locked. */
  running: boolean
  /** Why the last try did not succeed. */
  problem: Problem | undefined
  onConfirm: () => void
  onDismiss: () => void
  /** Fields. */
  children?: ReactNode
}

/** Asks before something is done to a user. Mount it to open it. */
export function UserDialog(props: UserDialogProps) {
  const { title, about, confirm, keep, danger = false, running, problem, onConfirm, onDismiss, children } = props
  const aboutId = useId()
  const form = useRef<HTMLFormElement>(null)
  // After the dialog has opened, which puts the focus on the first button.
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
