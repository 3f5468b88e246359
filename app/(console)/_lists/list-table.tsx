'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { StillSkeleton } from '@/components/ui/skeleton'

/** A column of a list. */
export interface ListColumn<Row, Sort extends string> {
  header: string
  /** @param readAt when the list was read */
  show: (row: Row, readAt: string) => ReactNode
  /** The order that its header chooses. */
  sort?: Sort
  width?: string
  isFigure?: boolean
  /** Left out where the table is narrow. */
  isWide?: boolean
}

interface ListTableProps<Row, Sort extends string> {
  caption: string
  columns: readonly ListColumn<Row, Sort>[]
  /** Undefined while they load. */
  rows: Row[] | undefined
  /** When they were read. */
  readAt: string
  /** True while the rows of another page or order load. */
  isOutdated: boolean
  sort: Sort
  order: 'asc' | 'desc'
  onSort: (sort: Sort, order: 'asc' | 'desc') => void
}

const SKELETON_ROWS = 10
const WIDE = '@max-[48rem]:hidden'

/** A table that the server sorts and slices. Where it is narrow, it shows the columns that fit. */
export function ListTable<Row extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  readAt,
  isOutdated,
  sort,
  order,
  onSort,
}: ListTableProps<Row, Sort>) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  const classOf = ({ isWide, isFigure }: ListColumn<Row, Sort>) =>
    [isWide && WIDE, isFigure && 'figure-cell [&_*]:whitespace-normal!'].filter(Boolean).join(' ') || undefined
  return (
    <div className="@container">
      <table aria-busy={!rows || isOutdated} className="rows">
        <caption className="sr-only">{caption}</caption>
        {/* Where the table is narrow, the columns that remain share it. */}
        <colgroup className={WIDE}>
          {columns.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => {
              const { header, sort: sortsBy } = column
              const isSorted = sortsBy === sort
              return (
                <th
                  key={header}
                  scope="col"
                  className={classOf(column)}
                  aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {sortsBy === undefined ? (
                    header
                  ) : (
                    <button
                      type="button"
                      className="hover:text-text inline-flex items-center gap-1 rounded"
                      onClick={() => onSort(sortsBy, isSorted && order === 'desc' ? 'asc' : 'desc')}
                    >
                      {header}
                      {isSorted && <Arrow aria-hidden="true" className="size-3" />}
                    </button>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className={rows ? undefined : 'motion-safe:animate-pulse'}>
          {rows
            ? rows.map((row) => (
                <tr key={row.id}>
                  {columns.map((column) => (
                    <td key={column.header} className={classOf(column)}>
                      {column.show(row, readAt)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <tr key={index} aria-hidden="true">
                  {columns.map((column) => (
                    <td key={column.header} className={classOf(column)}>
                      <StillSkeleton className="w-4/5" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
