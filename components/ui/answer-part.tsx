import type { ReactNode } from 'react'

/** One question of an answer, and what answers it. */
export function AnswerPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3 text-sm">
      <h2 className="text-muted text-xs">{label}</h2>
      <div className="mt-1 min-w-0">{children}</div>
    </div>
  )
}
