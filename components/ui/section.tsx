import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

interface SectionProps {
  title: string
  /** Content at the right of the title: a count, a button. */
  aside?: ReactNode
  /** True for content with its own padding, such as a table. */
  flush?: boolean
  children: ReactNode
}

/** A titled card; only its title where it has no content. */
export function Section({ title, aside, flush = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="bg-surface rounded-lg border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2.5 [&:has(+:empty)]:border-b-0">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className={classNames(!flush && 'p-4', 'empty:hidden')}>{children}</div>
    </section>
  )
}
