import { classNames } from '@/components/ui/class-names'

/** A cell of text, in the tables whose cells stand below one another on a phone. */
export const CELL = 'px-3 py-2 align-top text-left first:pl-4 last:pr-4'

interface TableHeadProps {
  headers: readonly string[]
  /** Hides it where there are no columns. */
  hidden: 'max-sm:hidden' | 'max-md:hidden'
}

/** The names of a table's columns. */
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
