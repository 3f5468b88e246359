import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  title: string
  /** The ID of the element that describes the dialog. */
  describedBy?: string
  /** While true the dialog cannot be dismissed. */
  locked?: boolean
  /** `alertdialog` asks for a decision; `dialog` only shows something. */
  role?: 'alertdialog' | 'dialog'
  onDismiss: () => void
  children: ReactNode
}

/**
 * A modal dialog on the native `<dialog>`: it traps the focus, Escape dismisses it unless locked, and the focus returns
 * to where it was. Mount it to open it.
 */
export function Dialog({ title, describedBy, locked = false, role = 'alertdialog', onDismiss, children }: DialogProps) {
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
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onDismiss()
      }}
      // Chromium closes on a second Escape despite `onCancel`, so keydown stops it.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (!locked) onDismiss()
      }}
      className="bg-raised text-text m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] scroll-pb-16 overflow-y-auto rounded-xl border p-5 shadow-xl"
    >
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
