import type { ReactNode, ToggleEventHandler } from 'react'

interface ExpanderProps {
  summary: ReactNode
  onToggle?: ToggleEventHandler<HTMLDetailsElement>
  children: ReactNode
}

/** Unfoldable text on the native `<details>`. */
export function Expander({ summary, onToggle, children }: ExpanderProps) {
  return (
    <details onToggle={onToggle} className="bg-surface rounded-lg border print:not-open:hidden">
      <summary className="hover:bg-hover rounded-lg px-4 py-2.5 text-sm font-medium">{summary}</summary>
      <div className="border-t p-4">{children}</div>
    </details>
  )
}
