'use client'

import { FlexRender, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleMarks } from '@/components/visible-marks'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionView } from '@/contract/console/transaction'
import type { Span } from '@/lib/domain/time/zoned-day'
import { readable } from '@/lib/format/unreadable'
import type { PageMarks } from './page-marks'
import { transactionColumns, transactionTableFeatures } from './transaction-columns'
import { TransactionRow } from './transaction-row'

interface TransactionsTableProps {
  /** The rows in the API's order. */
  transactions: TransactionView[]
  /** True while the rows of another page load: these stay, on grey. */
  isBusy: boolean
  /** The marks of the whole page, even when `transactions` is a part of it. */
  marks: PageMarks
  /** The unit of all rows, which the header names; null when each row names its own. */
  unit: string | null
  /** The day that was searched for: its rows are marked. */
  day: Span | null
  /** The transaction that the URL names: its row can have the focus. */
  linkedId?: string | null
  order: ConsoleInput<'listTransactions'>['order']
  /** Without it the order cannot be changed. */
  onToggleOrder?: () => void
}

/** A page of the ledger with rows that unfold to all fields. Where the columns do not fit, each row is a card. */
export function TransactionsTable({
  transactions,
  isBusy,
  marks,
  unit,
  day,
  linkedId = null,
  order,
  onToggleOrder,
}: TransactionsTableProps) {
  const table = useTable({
    features: transactionTableFeatures,
    columns: transactionColumns,
    data: transactions,
    // Uses the index: IDs may be missing or repeat.
    getRowId: ({ id }, index) => `${index} ${readable(id) ?? ''}`,
    getRowCanExpand: () => true,
  })

  return (
    <div className="@container">
      <table aria-busy={isBusy} className={`rows cards ${unit === null ? 'with-units' : ''}`}>
        <caption className="sr-only">Transactions</caption>
        <colgroup>
          <col style={{ width: '2.25rem' }} />
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.columnDef.meta?.width }} />
          ))}
          <col style={{ width: '2.75rem' }} />
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              <th scope="col">
                <span className="sr-only">Details</span>
              </th>
              {group.headers.map((header) => {
                const { id, columnDef } = header.column
                const isFigure = columnDef.meta?.figure !== undefined
                return (
                  <th
                    scope="col"
                    key={id}
                    aria-sort={
                      id === 'createdAt' && onToggleOrder ? (order === 'desc' ? 'descending' : 'ascending') : undefined
                    }
                    className={isFigure ? 'figure-cell' : undefined}
                  >
                    {id === 'createdAt' && onToggleOrder ? (
                      <SortButton order={order} onClick={onToggleOrder}>
                        <FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <FlexRender header={header} />
                    )}
                    {isFigure && unit !== null && (
                      <small className="foreign">
                        <VisibleMarks>{unit}</VisibleMarks>
                      </small>
                    )}
                  </th>
                )
              })}
              <th scope="col">
                <span className="sr-only">Row actions</span>
              </th>
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <TransactionRow
              key={row.id}
              row={row}
              marks={marks}
              unit={unit}
              isOfDay={day !== null && isWithin(day, row.original)}
              isLinked={linkedId !== null && row.original.id === linkedId}
              isExpanded={row.getIsExpanded()}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortButtonProps {
  order: TransactionsTableProps['order']
  onClick: () => void
  children: ReactNode
}

function SortButton({ order, onClick, children }: SortButtonProps) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onClick}
      title={order === 'desc' ? 'Newest first: show oldest first' : 'Oldest first: show newest first'}
      className="hover:text-text -mx-1 inline-flex min-h-7 items-center gap-1 rounded px-1"
    >
      {children}
      <Arrow aria-hidden="true" className="size-3.5" />
    </button>
  )
}

function isWithin({ start, end }: Span, { createdAt }: TransactionView): boolean {
  const instant = Date.parse(readable(createdAt) ?? '')
  return instant >= start && instant < end
}
