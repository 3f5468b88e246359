import { classNames } from '@/components/ui/class-names'

/** A text cell of a table whose cells are stacked on a phone. */
export const CELL = 'px-3 py-2 align-top text-left first:pl-4 last:pr-4'

interface TableHeadProps {
  headers: readonly string[]
  /** Hides the head on a phone, where there are no columns. */
  hidden: 'max-sm:hidden' | 'max-md:hidden'
}

/** The column headers of a table. */
export function TableHead({ headers, hidden }: TableHeadProps) {
  return (
    <thead className={classNames('text-muted text-xs', hidden)}>
      <tr>
        {headers.map((header) => (
          <th key={header} scope="col" className={classNames(CELL, 'font-medium')}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
  )
}
