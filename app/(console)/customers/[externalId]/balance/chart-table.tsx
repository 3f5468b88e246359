'use client'

import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import type { PoolChart } from '@/contract/console/whole-ledger'
import { formatNumber } from '@/lib/format/amount'
import { dayLabel } from './day-label'

const columnsOf = (basis: PoolChart['basis'], isByMonth: boolean): Column<PoolChart['points'][number]>[] => [
  { header: isByMonth ? 'Month (UTC)' : 'Day (UTC)', isRowHeader: true, show: ({ day }) => dayLabel(day, isByMonth) },
  {
    header: basis === 'balances' ? 'Balance' : 'Sum of amounts',
    isFigure: true,
    show: ({ balance }) => <Money amount={balance} />,
  },
  { header: 'Change', isFigure: true, show: ({ change }) => <AmountMoved amount={change} /> },
  {
    header: 'Added',
    isFigure: true,
    show: ({ added }) => (added === null ? <EmptyCell label="Nothing added" /> : <AmountMoved amount={added} />),
  },
  {
    header: 'Expired',
    isFigure: true,
    show: ({ expired }) =>
      expired === null ? <EmptyCell label="Nothing expired" /> : <AmountMoved amount={expired} />,
  },
  { header: 'Transactions', isFigure: true, show: ({ entries }) => formatNumber(entries) },
]

/** The figures of a chart as a table, the newest first. */
export function ChartTable({ chart: { pool, basis, points }, isByMonth }: { chart: PoolChart; isByMonth: boolean }) {
  const unit = pool.unitName ?? pool.unitId ?? 'no unit'
  return (
    <div
      role="region"
      aria-label={`Table of ${unit}`}
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md border px-3 print:max-h-none"
    >
      <DataTable
        caption={`Balance over time in ${unit}`}
        look="inner"
        columns={columnsOf(basis, isByMonth)}
        rows={points.toReversed()}
        keyOf={({ day }) => day}
        className="[&_thead_th]:bg-surface w-full! [&_thead_th]:sticky [&_thead_th]:top-0"
      />
    </div>
  )
}
