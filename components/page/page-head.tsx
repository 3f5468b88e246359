import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** At most two buttons and "More", and the time of the data: on the line of the title. */
  aside?: ReactNode
  /** What the page has, in a sentence or two. */
  children?: ReactNode
}

/** The head of a page: its title with its buttons, and what it has. */
export const PageHead = ({ title, aside, children }: PageHeadProps) => (
  <div>
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">{aside}</div>
    </div>
    <p className="text-muted max-w-text mt-1 text-sm empty:hidden">{children}</p>
  </div>
)
