import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** Why there is nothing, and what to do. */
  text?: ReactNode
  /** The next step. */
  children?: ReactNode
}

/** Replaces a list without rows. */
export const EmptyState = ({ title, text, children }: EmptyStateProps) => (
  <div className="px-4 py-12 text-center text-sm">
    <p className="font-medium">{title}</p>
    <p className="text-muted mx-auto mt-1 max-w-md empty:hidden">{text}</p>
    <div className="mt-4 empty:hidden">{children}</div>
  </div>
)
