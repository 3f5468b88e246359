'use client'

import { type ReactNode, useState } from 'react'

/** All fields, folded below the summary. Unfolds without scripts too. */
export function AllFields({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="all-fields">
      <summary
        role="button"
        aria-expanded={open}
        className="no-print bg-surface hover:bg-hover rounded-lg border px-4 py-2.5 text-sm font-medium"
      >
        All fields
      </summary>
      <div className="mt-4 space-y-4">{children}</div>
    </details>
  )
}
