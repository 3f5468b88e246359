import type { InputOf } from '@/lib/api'
import { useMemo } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { isSignedLedger } from '@/components/money/signed-amount'
import { sharedPool } from '@/lib/ledger/pool'
import type { TransactionView } from '@/lib/ledger/transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { transactionColumns } from './transaction-columns'

interface TransactionsTableProps {
  /** The rows in the API's order. */
  transactions: TransactionView[]
  /** True while the rows of another page load: these stay, on grey. */
  isBusy: boolean
  /** The UTC day to which the user went: its rows are marked. */
  day: string | null
  /** The transaction that the URL names: its row can have the focus. */
  linkedId?: string | null
  order: InputOf<'listTransactions'>['order']
  /** Without it the order cannot be changed. */
  onToggleOrder?: () => void
}

/** A page of the ledger with rows that unfold to all fields. Where the columns do not fit, each row is a card. */
export function TransactionsTable({
  transactions,
  isBusy,
  day,
  linkedId = null,
  order,
  onToggleOrder,
}: TransactionsTableProps) {
  const isSigned = isSignedLedger(transactions)
  const unit = sharedPool(transactions)?.unitName ?? null
  const columns = useMemo(() => transactionColumns({ isSigned, unit }), [isSigned, unit])
  return (
    <DataTable
      caption="Transactions"
      look="cards"
      columns={columns}
      rows={transactions}
      // Uses the index: IDs may be missing or repeat.
      keyOf={({ id }, index) => `${index} ${readable(id) ?? ''}`}
      isOutdated={isBusy}
      ordered={
        onToggleOrder && {
          sort: 'createdAt',
          order,
          onSort: onToggleOrder,
          title: order === 'desc' ? 'Newest first: show oldest first' : 'Oldest first: show newest first',
        }
      }
      rowProps={({ id, createdAt }) => {
        const isLinked = linkedId !== null && id === linkedId
        const isOfDay = day !== null && readable(createdAt)?.slice(0, 10) === day
        return {
          'data-of-day': isOfDay || undefined,
          'data-linked': isLinked || undefined,
          tabIndex: isLinked ? -1 : undefined,
        }
      }}
      details={(transaction) => <TransactionDetails transaction={transaction} isSigned={isSigned} />}
      prefetchProps={TransactionDetails.prefetchProps}
    />
  )
}

/** Loads when the pointer reaches the expand button of a row. */
const TransactionDetails = lazyWithRetry(
  () => import('./transaction-details').then((module) => module.TransactionDetails),
  <Skeleton className="h-48" />,
)
