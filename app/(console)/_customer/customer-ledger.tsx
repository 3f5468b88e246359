'use client'

import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { isSignedLedger, SignedAmount } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { type Column, DataTable } from '@/components/ui/data-table'
import { VisibleMarks } from '@/components/visible-marks'
import type { TransactionView } from '@/contract/console/transaction'
import { poolOf } from '@/lib/domain/ledger/pool'
import { readable } from '@/lib/format/unreadable'

const SHOWN = 10
const columnsOf = (isSigned: boolean): Column<TransactionView>[] => [
  { header: 'Created', isWide: true, width: '10rem', show: ({ createdAt }) => <Instant iso={createdAt} dense /> },
  {
    header: 'Type',
    show: ({ type, createdAt, billable }) => (
      <>
        <TransactionType type={type} />
        <small className="hidden whitespace-normal! @max-[40rem]:block">
          <Instant iso={createdAt} dense />
        </small>
        {readable(billable?.name) && (
          <small className="foreign">
            <VisibleMarks>{readable(billable?.name) ?? ''}</VisibleMarks>
          </small>
        )}
      </>
    ),
  },
  {
    header: 'Amount',
    width: '30%',
    isFigure: true,
    show: (transaction) => (
      <>
        <SignedAmount transaction={transaction} signed={isSigned} />
        <Unit transaction={transaction} />
      </>
    ),
  },
  {
    header: 'Balance after',
    width: '30%',
    isFigure: true,
    show: (transaction) => (
      <>
        <Money amount={transaction.newBalance} />
        {readable(transaction.newBalance) !== null && <Unit transaction={transaction} />}
      </>
    ),
  },
]

/** The newest ten transactions. */
export const CustomerLedger = ({ transactions }: { transactions: readonly TransactionView[] }) => (
  <DataTable
    caption="Newest transactions"
    columns={columnsOf(isSignedLedger(transactions))}
    rows={transactions.slice(0, SHOWN)}
    keyOf={(_, index) => index}
  />
)

function Unit({ transaction }: { transaction: TransactionView }) {
  const { unitName } = poolOf(transaction)
  return (
    unitName !== null && (
      <small className="foreign">
        <VisibleMarks>{unitName}</VisibleMarks>
      </small>
    )
  )
}
