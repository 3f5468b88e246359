'use client'

import { FlexRender, type Row, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { isSignedLedger } from '@/components/signed-amount'
import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/skeleton'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '@/lib/format/unreadable'
import { type ColumnMeta, transactionColumns, transactionTableFeatures } from './transaction-columns'
import { TransactionDetails } from './transaction-details'

const NO_ROWS: TransactionView[] = []
const CELL = 'px-2 py-1'
/** A cell aligned as its column is. */
const cellClass = (meta: ColumnMeta | undefined) =>
  classNames(CELL, meta?.numeric ? 'text-right' : 'text-left', meta?.afterFigure && 'pl-6')
/** Stays at the edge where the table scrolls sideways. */
const ACTIONS_CELL =
  'no-print sticky right-0 py-1 text-center before:absolute before:inset-y-0 before:left-0 before:w-px before:bg-line @min-[62rem]:before:hidden'

interface TransactionsTableProps {
  /** The rows in the API's order; undefined while they are on their way. */
  transactions: TransactionView[] | undefined
  /** How many rows are expected while they are on their way. */
  expectedRows: number
  order: ConsoleInput<'listTransactions'>['order']
  onOrder: (order: ConsoleInput<'listTransactions'>['order']) => void
  renderActions: (transaction: TransactionView) => ReactNode
}

/** A page of the ledger. Scrolls sideways in itself on a narrow screen; each row unfolds to all of its fields. */
export function TransactionsTable({
  transactions,
  expectedRows,
  order,
  onOrder,
  renderActions,
}: TransactionsTableProps) {
  const sorting = [{ id: 'createdAt', desc: order === 'desc' }]
  const signed = isSignedLedger(transactions ?? NO_ROWS)
  const table = useTable({
    features: transactionTableFeatures,
    columns: transactionColumns,
    data: transactions ?? NO_ROWS,
    // Ids may be missing or repeat, places cannot.
    getRowId: ({ id }, index) => `${index} ${readable(id) ?? ''}`,
    meta: { signed },
    getRowCanExpand: () => true,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      onOrder(next?.desc ? 'desc' : 'asc')
    },
  })

  return (
    <div className="@container overflow-x-auto overflow-y-hidden print:overflow-visible">
      <table
        aria-busy={!transactions}
        className="w-full min-w-[62rem] table-fixed text-sm print:min-w-0 print:table-auto print:text-xs"
      >
        <caption className="sr-only">Transactions</caption>
        <colgroup>
          <col className="no-print" style={{ width: '2.25rem' }} />
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} className="print:w-auto!" style={{ width: column.columnDef.meta?.width }} />
          ))}
          <col className="no-print" style={{ width: '2.75rem' }} />
        </colgroup>
        <thead className="text-muted text-xs">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              <th scope="col" className={classNames(CELL, 'no-print')}>
                <span className="sr-only">Details</span>
              </th>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                    className={classNames(cellClass(header.column.columnDef.meta), 'font-medium')}
                  >
                    {sorted ? (
                      <button
                        type="button"
                        onClick={header.column.getToggleSortingHandler()}
                        title={
                          sorted === 'desc' ? 'Newest first: show oldest first' : 'Oldest first: show newest first'
                        }
                        className="hover:text-text -mx-1 inline-flex min-h-7 items-center gap-1 rounded px-1"
                      >
                        <FlexRender header={header} />
                        {sorted === 'desc' ? (
                          <ArrowDown aria-hidden="true" className="size-3.5" />
                        ) : (
                          <ArrowUp aria-hidden="true" className="size-3.5" />
                        )}
                      </button>
                    ) : (
                      <FlexRender header={header} />
                    )}
                  </th>
                )
              })}
              <th scope="col" className={classNames(ACTIONS_CELL, 'bg-surface')}>
                <span className="sr-only">Row actions</span>
              </th>
            </tr>
          ))}
        </thead>
        <tbody>
          {transactions
            ? table.getRowModel().rows.map((row) => (
                <TransactionRow key={row.id} row={row} signed={signed} expanded={row.getIsExpanded()}>
                  {renderActions(row.original)}
                </TransactionRow>
              ))
            : Array.from({ length: expectedRows }, (_, index) => <SkeletonRow key={index} />)}
        </tbody>
      </table>
    </div>
  )
}

interface TransactionRowProps {
  row: Row<typeof transactionTableFeatures, TransactionView>
  signed: boolean
  expanded: boolean
  /** The row's actions. */
  children: ReactNode
}

function TransactionRow({ row, signed, expanded, children }: TransactionRowProps) {
  const detailsId = useId()
  const cells = row.getAllCells()
  return (
    <Fragment>
      <tr className="group hover:bg-hover h-13 border-t">
        <td className="no-print py-1 pl-2">
          <button
            type="button"
            aria-label="Details"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            onClick={() => row.toggleExpanded()}
            className="text-muted hover:text-text inline-flex size-7 scroll-my-16 items-center justify-center rounded"
          >
            <ChevronRight aria-hidden="true" className={classNames('size-4', expanded && 'rotate-90')} />
          </button>
        </td>
        {cells.map((cell) => (
          <td
            key={cell.id}
            className={classNames(cellClass(cell.column.columnDef.meta), 'wrap-anywhere print:wrap-break-word')}
          >
            <FlexRender cell={cell} />
          </td>
        ))}
        <td className={classNames(ACTIONS_CELL, 'bg-surface group-hover:bg-hover')}>{children}</td>
      </tr>
      {expanded && (
        <tr id={detailsId}>
          <td colSpan={cells.length + 2} className="bg-sunken border-t p-0">
            <div className="sticky left-0 w-[100cqw] px-4 py-4 wrap-anywhere sm:pl-9 print:static print:w-auto">
              <TransactionDetails transaction={row.original} signed={signed} />
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** In the shape of a row, so that nothing moves when the row arrives. */
function SkeletonRow() {
  return (
    <tr aria-hidden="true" className="h-13 border-t">
      <td className={CELL}>
        <Skeleton className="size-4" />
      </td>
      {transactionColumns.map((column, index) => (
        <td key={index} className={cellClass(column.meta)}>
          <Skeleton className={column.meta?.numeric ? 'ml-auto w-3/5' : 'w-4/5'} />
        </td>
      ))}
      <td className={classNames(ACTIONS_CELL, 'bg-surface')}>
        <Skeleton className="mx-auto w-4" />
      </td>
    </tr>
  )
}
