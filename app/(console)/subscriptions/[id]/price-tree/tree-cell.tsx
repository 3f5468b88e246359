import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/** Indentation for levels 1 to 5, aligned with the chevron of the parent level. */
const INDENTS = ['pl-3', 'pl-6 sm:pl-8', 'pl-9 sm:pl-13', 'pl-12 sm:pl-18', 'pl-15 sm:pl-23']

interface NameCellProps {
  level: number
  /** Undefined for a row that cannot unfold. */
  expanded: boolean | undefined
  children: ReactNode
}

/** The first cell of a row: the chevron and the name. */
export function NameCell({ level, expanded, children }: NameCellProps) {
  return (
    <td className={classNames('py-2 pr-2 sm:pr-4', INDENTS[level - 1])}>
      <div className="flex items-start gap-1">
        <ChevronRight
          aria-hidden="true"
          className={classNames(
            'text-muted mt-0.5 size-4 shrink-0',
            expanded && 'rotate-90',
            expanded === undefined && 'invisible',
          )}
        />
        <div className="min-w-0">{children}</div>
      </div>
    </td>
  )
}

/** Any other cell. A small screen shows only `onPhone` ones; the details hold the rest. */
export function Cell({ onPhone = false, children }: { onPhone?: boolean; children?: ReactNode }) {
  return <td className={classNames('foreign px-2 py-2 sm:px-4', !onPhone && 'hidden md:table-cell')}>{children}</td>
}

/** The remaining cells of a row merged into one, for text without a column. */
export function RestCell({ children }: { children: ReactNode }) {
  return (
    <td colSpan={4} className="px-2 py-2 sm:px-4">
      <div className="flex items-start justify-between gap-3">{children}</div>
    </td>
  )
}

/** The unfolded details of a row: one cell of full width. */
export function DetailsCell({ level, children }: { level: number; children: ReactNode }) {
  return (
    <td colSpan={5} className={classNames('pt-3 pr-4 pb-4', INDENTS[level - 1])}>
      <div className="space-y-4 sm:pl-5">{children}</div>
    </td>
  )
}
