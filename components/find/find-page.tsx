import type { ReactNode } from 'react'

interface FindPageProps {
  title: string
  /** A hint on which IDs to paste and where to find them. */
  hint: string
  /** The Find box, and what is below it. */
  children: ReactNode
}

/** A page that starts with the Find box. */
export function FindPage({ title, hint, children }: FindPageProps) {
  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted mt-1 text-sm">{hint}</p>
      </div>
      {children}
    </div>
  )
}
