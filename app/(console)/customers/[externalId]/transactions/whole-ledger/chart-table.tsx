'use client'

import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { EmptyCell } from '@/components/ui/empty-cell'
import type { PoolChart } from '@/contract/console/whole-ledger'
import { formatNumber } from '@/lib/format/amount'
import { dayLabel } from './day-label'

/** The figures of a chart as a table, the newest first. */
export function ChartTable({ chart: { pool, basis, points }, isByMonth }: { chart: PoolChart; isByMonth: boolean }) {
  const unit = pool.unitName ?? pool.unitId ?? 'no unit'
  return (
    <div
      role="region"
      aria-label={`Table of ${unit}`}
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md border print:max-h-none"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">Balance over time in {unit}</caption>
        <thead className="bg-surface text-muted sticky top-0 text-xs">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {isByMonth ? 'Month (UTC)' : 'Day (UTC)'}
            </th>
            {[basis === 'balances' ? 'Balance' : 'Sum of amounts', 'Change', 'Added', 'Expired', 'Transactions'].map(
              (title) => (
                <th key={title} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, balance, change, added, expired, entries }) => (
            <tr key={day} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                {dayLabel(day, isByMonth)}
              </th>
              <td className="px-3 py-1">
                <Money amount={balance} />
              </td>
              <td className="px-3 py-1">
                <AmountMoved amount={change} />
              </td>
              <td className="px-3 py-1">
                {added === null ? <EmptyCell label="Nothing added" /> : <AmountMoved amount={added} />}
              </td>
              <td className="px-3 py-1">
                {expired === null ? <EmptyCell label="Nothing expired" /> : <AmountMoved amount={expired} />}
              </td>
              <td className="px-3 py-1">{formatNumber(entries)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
