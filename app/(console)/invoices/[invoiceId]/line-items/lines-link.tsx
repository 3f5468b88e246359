import { createSerializer } from 'nuqs'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type LinesSearch, linesSearchParams } from './lines-search-params'
import type { useLinesSearch } from './use-lines-search'

/** The ID of the table, for links to it. */
export const LINES_ID = 'line-items'

const address = createSerializer(linesSearchParams)

export interface LinesLinkProps {
  /** The filter to set. */
  to: NonNullable<LinesSearch['lines']>
  lines: ReturnType<typeof useLinesSearch>
  className?: string
  children: ReactNode
}

/** Links to the table of lines with a filter; a plain URL, so it works without scripts. */
export function LinesLink({ to, lines: { search, showLines }, className, children }: LinesLinkProps) {
  return (
    <a
      href={`${address('', { lines: to })}#${LINES_ID}`}
      aria-current={search.lines === to ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        showLines(to)
        scrollToLines()
      }}
      className={classNames('text-accent underline underline-offset-4 print:text-inherit', className)}
    >
      {children}
    </a>
  )
}

/** Scrolls the table head into view. */
export const scrollToLines = () => document.getElementById(LINES_ID)?.scrollIntoView()
