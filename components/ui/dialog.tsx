'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  title: string
  /** The id of the element that says what the question is about. */
  describedBy?: string
  /** While true the dialog cannot be dismissed. */
  locked?: boolean
  onDismiss: () => void
  children: ReactNode
}

/**
 * A modal question on the platform's `<dialog>`: focus stays inside, Escape dismisses unless locked, and focus goes
 * back to where it came from. Mount it to open it.
 */
export function Dialog({ title, describedBy, locked = false, onDismiss, children }: DialogProps) {
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={element}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onDismiss()
      }}
      // Chromium closes on a second Escape whatever onCancel says: keydown is where it can be stopped.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (!locked) onDismiss()
      }}
      className="bg-raised text-text m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border p-5 shadow-xl"
    >
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
