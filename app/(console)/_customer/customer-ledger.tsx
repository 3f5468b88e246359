'use client'

import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { isSignedLedger, SignedAmount } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { VisibleMarks } from '@/components/visible-marks'
import type { TransactionView } from '@/contract/console/transaction'
import { poolOf } from '@/lib/domain/ledger/pool'
import { readable } from '@/lib/format/unreadable'

const SHOWN = 10
const WIDE = '@max-[40rem]:hidden'

/** The newest ten transactions. */
export function CustomerLedger({ transactions }: { transactions: readonly TransactionView[] }) {
  const shown = transactions.slice(0, SHOWN)
  const isSigned = isSignedLedger(transactions)
  return (
    <div className="@container">
      <table className="rows">
        <caption className="sr-only">Newest transactions</caption>
        <colgroup>
          <col className="@max-[40rem]:hidden" style={{ width: '10rem' }} />
          <col />
          <col style={{ width: '30%' }} />
          <col style={{ width: '30%' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={WIDE}>
              Created
            </th>
            <th scope="col">Type</th>
            <th scope="col" className="figure-cell">
              Amount
            </th>
            <th scope="col" className="figure-cell">
              Balance after
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((transaction, nth) => (
            <tr key={nth}>
              <td className={WIDE}>
                <Instant iso={transaction.createdAt} dense />
              </td>
              <td>
                <TransactionType type={transaction.type} />
                <small className="hidden whitespace-normal! @max-[40rem]:block">
                  <Instant iso={transaction.createdAt} dense />
                </small>
                {readable(transaction.billable?.name) && (
                  <small className="foreign">
                    <VisibleMarks>{readable(transaction.billable?.name) ?? ''}</VisibleMarks>
                  </small>
                )}
              </td>
              <td className="figure-cell">
                <SignedAmount transaction={transaction} signed={isSigned} />
                <Unit transaction={transaction} />
              </td>
              <td className="figure-cell">
                <Money amount={transaction.newBalance} />
                {readable(transaction.newBalance) !== null && <Unit transaction={transaction} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
