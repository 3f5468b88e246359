import type { ReactNode } from 'react'

interface TechnicalDetailProps {
  summary?: string
  children: ReactNode
}

/** Folds a detail for the operator. */
export function TechnicalDetail({ summary = 'Technical detail', children }: TechnicalDetailProps) {
  return (
    <details className="mt-1 text-xs">
      <summary className="text-muted">{summary}</summary>
      <div className="mt-1">{children}</div>
    </details>
  )
}
