'use client'

import { FlexRender, type Row, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton, StillSkeleton } from '@/components/ui/skeleton'
import type { ConsoleInput } from '@/contract/console/operations'
import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '@/lib/format/unreadable'
import type { Span } from '@/lib/domain/time/zoned-day'
import type { Pool } from '@/lib/domain/ledger/pool'
import type { PageMarks } from './page-marks'
import { PoolUnit } from './pool-unit'
import { type ColumnMeta, transactionColumns, transactionTableFeatures } from './transaction-columns'

/** Loads when the pointer reaches the expand button of a row. */
const TransactionDetails = lazyWithRetry(
  () => import('./transaction-details').then((module) => module.TransactionDetails),
  <Skeleton className="h-48" />,
)

const NO_ROWS: TransactionView[] = []
const CELL = 'px-2 py-1'
/**
 * The height of a skeleton row: in the scrolling table the figures are below the type; a card is as tall as its
 * content.
 */
const ROW = 'border-t @min-[47rem]:h-22 @min-[62rem]:h-13 @min-[62rem]:first:border-t-0'
/** Returns the alignment classes of a column's cells. */
const cellClass = (meta: ColumnMeta | undefined) =>
  classNames(CELL, meta?.numeric ? 'text-right' : 'text-left', meta?.afterFigure && 'pl-6')
/** Sticky at the edge when the table scrolls sideways. */
const ACTIONS_CELL =
  'no-print py-1 text-center before:absolute before:inset-y-0 before:left-0 before:w-px before:bg-line @max-[47rem]:before:hidden @min-[47rem]:sticky @min-[47rem]:right-0 @min-[62rem]:before:hidden'

interface TransactionsTableProps {
  /** The rows in the API's order; undefined while they load. */
  transactions: TransactionView[] | undefined
  /** The number of skeleton rows while loading. */
  expectedRows: number
  /** The marks of the whole page, even when `transactions` is a part of it. */
  marks: PageMarks
  /** The only pool of all rows, whose unit the header names; null when each row names its own. */
  pool: Pool | null
  /** The day that was searched for: its rows are marked. */
  day: Span | null
  order: ConsoleInput<'listTransactions'>['order']
  onOrder: (order: ConsoleInput<'listTransactions'>['order']) => void
  renderActions: (transaction: TransactionView) => ReactNode
}

/**
 * A page of the ledger with rows that unfold to all fields. On a narrow screen it scrolls sideways, on a phone each row
 * is a card.
 */
export function TransactionsTable({
  transactions,
  expectedRows,
  marks,
  pool,
  day,
  order,
  onOrder,
  renderActions,
}: TransactionsTableProps) {
  const sorting = [{ id: 'createdAt', desc: order === 'desc' }]
  const table = useTable({
    features: transactionTableFeatures,
    columns: transactionColumns,
    data: transactions ?? NO_ROWS,
    // Uses the index: IDs may be missing or repeat.
    getRowId: ({ id }, index) => `${index} ${readable(id) ?? ''}`,
    meta: { marks, pool },
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
    <div className="@container">
      {/* A table that scrolls sideways also traps its sticky head, so the head is sticky only when all columns fit. */}
      <div className="overflow-x-auto overflow-y-hidden @min-[62rem]:overflow-visible print:overflow-visible">
        <table
          aria-busy={!transactions}
          className="cards w-full table-fixed text-sm @min-[47rem]:min-w-[62rem] print:min-w-0 print:table-auto print:text-xs"
        >
          <caption className="sr-only">Transactions</caption>
          <colgroup>
            <col className="no-print" style={{ width: '2.25rem' }} />
            {table.getAllLeafColumns().map((column) => (
              <col key={column.id} className="print:w-auto!" style={{ width: column.columnDef.meta?.width }} />
            ))}
            <col className="no-print" style={{ width: '2.75rem' }} />
          </colgroup>
          <thead className="text-muted [&_th]:bg-surface text-xs @min-[62rem]:[&_th]:sticky @min-[62rem]:[&_th]:top-[3.25rem] @min-[62rem]:[&_th]:z-10 @min-[62rem]:[&_th]:shadow-[inset_0_-1px_0_var(--color-line)] print:[&_th]:static">
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
                      {pool !== null && header.column.columnDef.meta?.inUnit === true && (
                        <span className="line-clamp-2 font-normal">
                          <PoolUnit pool={pool} among={[]} />
                        </span>
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
          <tbody className={transactions ? undefined : 'motion-safe:animate-pulse'}>
            {transactions
              ? table.getRowModel().rows.map((row) => (
                  <TransactionRow key={row.id} row={row} marks={marks} day={day} expanded={row.getIsExpanded()}>
                    {renderActions(row.original)}
                  </TransactionRow>
                ))
              : Array.from({ length: expectedRows }, (_, index) => <SkeletonRow key={index} />)}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface TransactionRowProps {
  row: Row<typeof transactionTableFeatures, TransactionView>
  marks: PageMarks
  day: Span | null
  expanded: boolean
  /** The row's actions. */
  children: ReactNode
}

function TransactionRow({ row, marks, day, expanded, children }: TransactionRowProps) {
  const detailsId = useId()
  const cells = row.getAllCells()
  const isOfDay = day !== null && isWithin(day, row.original)
  return (
    <Fragment>
      <tr data-of-day={isOfDay || undefined} className={classNames(ROW, 'group hover:bg-hover')}>
        <td className={classNames('no-print py-1 pl-2', isOfDay && 'shadow-[inset_3px_0_0_var(--color-accent)]')}>
          <button
            type="button"
            aria-label="Details"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            onClick={() => row.toggleExpanded()}
            {...TransactionDetails.prefetchProps}
            className="text-muted hover:text-text inline-flex size-7 scroll-mt-28 scroll-mb-16 items-center justify-center rounded"
          >
            <ChevronRight aria-hidden="true" className={classNames('size-4', expanded && 'rotate-90')} />
          </button>
        </td>
        {cells.map((cell) => (
          <td
            key={cell.id}
            data-label={String(cell.column.columnDef.header)}
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
              <TransactionDetails transaction={row.original} marks={marks} />
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function isWithin({ start, end }: Span, { createdAt }: TransactionView): boolean {
  const instant = Date.parse(readable(createdAt) ?? '')
  return instant >= start && instant < end
}

/** A skeleton row, so that nothing moves when the row arrives. */
function SkeletonRow() {
  return (
    <tr aria-hidden="true" className={ROW}>
      <td className={CELL}>
        <StillSkeleton className="size-4" />
      </td>
      {transactionColumns.map((column, index) => (
        <td key={index} data-label={String(column.header)} className={cellClass(column.meta)}>
          <StillSkeleton className={column.meta?.numeric ? 'ml-auto w-3/5' : 'w-4/5'} />
        </td>
      ))}
      <td className={classNames(ACTIONS_CELL, 'bg-surface')}>
        <StillSkeleton className="mx-auto w-4" />
      </td>
    </tr>
  )
}
