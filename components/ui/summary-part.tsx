import type { ReactNode } from 'react'

/** One labelled part of a summary. */
export function SummaryPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3 text-sm">
      <p className="text-muted text-xs">{label}</p>
      <div className="mt-1 min-w-0">{children}</div>
    </div>
  )
}
