'use client'

import type { Row } from '@tanstack/react-table'
import { memo, useId } from 'react'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { UnfoldButton } from '@/components/ui/unfold-button'
import type { TransactionView } from '@/contract/console/transaction'
import type { AmountShare } from '@/lib/domain/ledger/amount-shares'
import { withoutBidi } from '@/lib/format/bidi'
import { isAbsent } from '@/lib/format/unreadable'
import type { PageMarks } from './page-marks'
import { RowActions } from './row-actions'
import { transactionColumns, type transactionTableFeatures } from './transaction-columns'

/** Loads when the pointer reaches the expand button of a row. */
const TransactionDetails = lazyWithRetry(
  () => import('./transaction-details').then((module) => module.TransactionDetails),
  <Skeleton className="h-48" />,
)

interface TransactionRowProps {
  row: Row<typeof transactionTableFeatures, TransactionView>
  marks: PageMarks
  /** The unit of all rows, which the column headers name; null when each row names its own. */
  unit: string | null
  /** True when the row is of the day that was searched for. */
  isOfDay: boolean
  /** True when the URL names the row. */
  isLinked: boolean
  isExpanded: boolean
}

/** A row of the ledger, and its details. A page turn costs what its rows cost: few elements, and styles on the table. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { row, marks, unit, isOfDay, isLinked, isExpanded } = props
  const detailsId = useId()
  const transaction = row.original
  return (
    <>
      <tr data-of-day={isOfDay || undefined} data-linked={isLinked || undefined} tabIndex={isLinked ? -1 : undefined}>
        <td>
          <UnfoldButton
            isOpen={isExpanded}
            detailsId={detailsId}
            onToggle={() => row.toggleExpanded()}
            prefetchProps={TransactionDetails.prefetchProps}
          />
        </td>
        {transactionColumns.map(({ id, header, meta }) => (
          <td
            key={String(header)}
            data-label={String(header)}
            data-unit={unit !== null && !isAbsent(meta?.figure?.(transaction)) ? withoutBidi(unit) : undefined}
            className={meta?.figure && 'figure-cell'}
            {...(id === 'amount' && amountBarProps(marks.shares.get(transaction)))}
          >
            {meta?.show(transaction, { marks, unit })}
          </td>
        ))}
        <td>
          <RowActions block={transaction.allocationBlock} />
        </td>
      </tr>
      {isExpanded && (
        <tr id={detailsId}>
          <td colSpan={transactionColumns.length + 2}>
            <TransactionDetails transaction={transaction} marks={marks} />
          </td>
        </tr>
      )}
    </>
  )
})

/** Draws the bar as the background of the cell, at least 1 % long for an amount other than 0. */
function amountBarProps(share: AmountShare | undefined) {
  if (!share?.share) return undefined
  if (share.isClipped) return { 'data-bar': 'clipped', title: 'Bar cut off: this amount is too large for the scale' }
  return { 'data-bar': 'whole', style: { backgroundSize: `calc((100% - 1rem) * ${Math.max(0.01, share.share)}) 4px` } }
}
