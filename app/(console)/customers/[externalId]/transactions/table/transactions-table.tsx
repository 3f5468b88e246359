'use client'

import { FlexRender, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionView } from '@/contract/console/transaction'
import type { Pool } from '@/lib/domain/ledger/pool'
import type { Span } from '@/lib/domain/time/zoned-day'
import { readable } from '@/lib/format/unreadable'
import type { PageMarks } from './page-marks'
import { PoolUnit } from './pool-unit'
import { transactionColumns, transactionTableFeatures } from './transaction-columns'
import { TransactionRow } from './transaction-row'

interface TransactionsTableProps {
  /** The rows in the API's order. */
  transactions: TransactionView[]
  /** True while the rows of another page load: these stay, dimmed. */
  isBusy: boolean
  /** The marks of the whole page, even when `transactions` is a part of it. */
  marks: PageMarks
  /** The only pool of all rows, whose unit the header names; null when each row names its own. */
  pool: Pool | null
  /** The day that was searched for: its rows are marked. */
  day: Span | null
  order: ConsoleInput<'listTransactions'>['order']
  onOrder: (order: ConsoleInput<'listTransactions'>['order']) => void
}

/** A page of the ledger with rows that unfold to all fields. Where the columns do not fit, each row is a card. */
export function TransactionsTable({ transactions, isBusy, marks, pool, day, order, onOrder }: TransactionsTableProps) {
  const sorting = [{ id: 'createdAt', desc: order === 'desc' }]
  const table = useTable({
    features: transactionTableFeatures,
    columns: transactionColumns,
    data: transactions,
    // Uses the index: IDs may be missing or repeat.
    getRowId: ({ id }, index) => `${index} ${readable(id) ?? ''}`,
    getRowCanExpand: () => true,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      onOrder(next?.desc ? 'desc' : 'asc')
    },
  })

  const unit = pool?.unitName ?? null
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
              <th>
                <span className="sr-only">Details</span>
              </th>
              {group.headers.map((header) => {
                const { id, columnDef } = header.column
                const isFigure = columnDef.meta?.isFigure === true
                return (
                  <th
                    key={id}

                    aria-sort={id === 'createdAt' ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
                    className={isFigure ? 'figure-cell' : undefined}
                  >
                    {id === 'createdAt' ? (
                      <SortButton order={order} onClick={header.column.getToggleSortingHandler()}>
                        <FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <FlexRender header={header} />
                    )}
                    {isFigure && pool !== null && (
                      <small className="foreign line-clamp-2">
                        <PoolUnit pool={pool} among={[]} />
                      </small>
                    )}
                  </th>
                )
              })}
              <th>
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
  onClick: ((event: unknown) => void) | undefined
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
