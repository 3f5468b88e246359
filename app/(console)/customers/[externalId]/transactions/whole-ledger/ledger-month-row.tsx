'use client'

import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { EmptyCell } from '@/components/ui/empty-cell'
import { UnfoldButton } from '@/components/ui/unfold-button'
import { VisibleMarks } from '@/components/visible-marks'
import { type LedgerMonth, type LedgerPool, PART_KINDS } from '@/contract/console/whole-ledger'
import { formatNumber, shortName } from '@/lib/format/amount'
import { PART_KIND_LABELS } from '@/lib/format/labels'
import { dayLabel } from './day-label'
import { CardUnit, LedgerUnit } from './ledger-unit'

const COLUMNS = 10

interface LedgerMonthRowProps {
  month: LedgerMonth
  /** All pools of the table: the header names the unit of the only one. */
  pools: readonly LedgerPool[]
}

/** The sums of a pool in a month, and below them, unfolded, those of each type and billable. */
export function LedgerMonthRow({ month: row, pools }: LedgerMonthRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { month, pool, basis, opening, parts, closing, unexplained, entries } = row
  return (
    <>
      <tr>
        <td>
          <UnfoldButton isOpen={isOpen} detailsId={detailsId} onToggle={() => setOpen(!isOpen)} />
        </td>
        <td>
          {dayLabel(`${month}-01`, true)}
          {pools.length > 1 && (
            <small className="whitespace-normal">
              <LedgerUnit pool={pool} among={pools} />
            </small>
          )}
        </td>
        <td data-label="Opening" className="figure-cell">
          <Balance amount={opening} pool={pool} />
        </td>
        {PART_KINDS.map((kind) => (
          <td key={kind} data-label={PART_KIND_LABELS[kind]} className="figure-cell">
            <Part amount={parts[kind]} basis={basis} />
            <CardUnit pool={pool} />
          </td>
        ))}
        <td data-label="Closing" className="figure-cell">
          <Balance amount={closing} pool={pool} />
          {unexplained !== '0' && (
            <div
              title="The stored balances moved by more than the amounts of the transactions"
              className="text-red text-xs"
            >
              <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
              <AmountMoved amount={unexplained} /> not explained
            </div>
          )}
        </td>
        <td data-label="Transactions" className="figure-cell tabular-nums">
          {formatNumber(entries)}
        </td>
      </tr>
      {isOpen && (
        <tr id={detailsId}>
          <td colSpan={COLUMNS}>
            <MonthDetails month={row} />
          </td>
        </tr>
      )}
    </>
  )
}

function Balance({ amount, pool }: { amount: string | null; pool: LedgerPool }) {
  if (amount === null) return <EmptyCell label="Unknown: deductions have positive amounts" />
  return (
    <>
      <Money amount={amount} />
      <CardUnit pool={pool} />
    </>
  )
}

/** A sum with its sign; without a plus where a positive amount may be a deduction. */
function Part({ amount, basis }: { amount: string; basis: LedgerMonth['basis'] }) {
  const isNothing = !/[1-9]/.test(amount)
  const shown = basis === 'unsigned' ? <Money amount={amount} /> : <AmountMoved amount={amount} />
  return isNothing ? <span className="text-muted">{shown}</span> : shown
}

function MonthDetails({ month: { month, basis, details } }: { month: LedgerMonth }) {
  return (
    <table className="w-full max-w-2xl text-sm">
      <caption className="sr-only">Types and billables of {dayLabel(`${month}-01`, true)}</caption>
      <thead className="text-muted text-left text-xs">
        <tr className="border-b">
          <th scope="col" className="py-1 pr-4 font-normal">
            Type and billable
          </th>
          <th scope="col" className="figure py-1 pr-4 font-normal">
            Amount
          </th>
          <th scope="col" className="figure py-1 font-normal">
            Transactions
          </th>
        </tr>
      </thead>
      <tbody>
        {details.map(({ kind, type, billableName, amount, entries }, index) => (
          <tr key={index} className="border-b last:border-b-0">
            <td className="py-1 pr-4">
              {type === null ? 'Type not sent' : <TransactionType type={type} />}
              {billableName !== null && (
                <>
                  {' · '}
                  <span className="foreign">
                    <VisibleMarks>{shortName(billableName)}</VisibleMarks>
                  </span>
                </>
              )}
              <small>{PART_KIND_LABELS[kind]}</small>
            </td>
            <td className="figure py-1 pr-4">
              <Part amount={amount} basis={basis} />
            </td>
            <td className="figure py-1">{formatNumber(entries)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
