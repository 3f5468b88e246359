'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VisibleMarks } from '@/components/visible-marks'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { ConsoleInput } from '@/contract/console/operations'
import { CHART_RANGES, type PoolBasis, type PoolChart } from '@/contract/console/whole-ledger'
import { problemOf } from '@/lib/browser/problem-of'
import { formatAmount } from '@/lib/format/amount'
import { operationQuery } from '@/lib/queries/operation-query'
import { ChartTable } from './chart-table'
import { dayLabel } from './day-label'
import { PoolPlot } from './pool-plot'

type Range = ConsoleInput<'getBalanceChart'>['range']

const RANGE_LABELS: Record<(typeof CHART_RANGES)[number], string> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All',
}

/** Why a pool has no balance. */
export const UNSIGNED =
  'No balance: the billing API’s deductions have positive amounts, so it is not known which way an amount counts.'

interface BalanceChartProps {
  externalId: string
  range: Range
  onRange: (range: Range) => void
  onExplain: (from: string, to: string) => void
  /** Opens the transactions of a day or month. */
  onDays: (from: string, to: string) => void
}

/** The balance of each pool over time. Before the ledger was read it keeps its place. */
export function BalanceChart({ externalId, range, onRange, onExplain, onDays }: BalanceChartProps) {
  const { data, error } = useQuery({
    ...operationQuery('getBalanceChart', { externalId, range }),
    placeholderData: keepPreviousData,
  })
  const [isTable, setIsTable] = useState(false)
  const charts = data?.charts ?? []
  return (
    <figure aria-label="Balance over time" className="border-t">
      <div className="no-print flex flex-wrap items-center gap-1.5 px-4 pt-2.5">
        <div role="group" aria-label="Range" className="flex flex-wrap gap-1.5">
          {CHART_RANGES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={range === each}
              onClick={() => onRange(each)}
              className={classNames(
                'min-h-7 rounded-full border px-2.5 text-xs font-medium',
                range === each
                  ? 'bg-accent-solid text-on-solid border-transparent'
                  : 'border-line-strong bg-surface hover:bg-hover',
              )}
            >
              {RANGE_LABELS[each]}
            </button>
          ))}
        </div>
        <Button small variant="ghost" aria-expanded={isTable} onClick={() => setIsTable(!isTable)} className="ml-auto">
          Show as table
        </Button>
      </div>
      {error && <p className="text-red px-4 pt-2 text-sm">The chart could not be loaded: {problemOf(error).detail}</p>}
      {charts.length === 0 && (
        <div className="text-muted flex min-h-64 items-center justify-center px-4 text-sm">
          {data?.asOf ? 'No transactions' : 'The balance over time appears once the whole ledger is read.'}
        </div>
      )}
      {charts.map((chart) => (
        <div key={chart.pool.key} className="px-4 py-2.5">
          <ChartHeading chart={chart} onExplain={onExplain} isByMonth={data?.isByMonth === true} />
          {chart.basis === 'unsigned' ? (
            <p className="text-muted py-4 text-sm">{UNSIGNED}</p>
          ) : (
            <PoolPlot chart={chart} isByMonth={data?.isByMonth === true} onRange={onRange} onDays={onDays} />
          )}
          {isTable && <ChartTable chart={chart} isByMonth={data?.isByMonth === true} />}
        </div>
      ))}
    </figure>
  )
}

const BASIS_LABELS: Record<PoolBasis['basis'], string> = {
  balances: 'Balance',
  amounts: 'Sum of amounts',
  unsigned: 'Transactions',
}

interface ChartHeadingProps {
  chart: PoolChart
  isByMonth: boolean
  onExplain: BalanceChartProps['onExplain']
}

/** What the chart shows, and its largest drop. */
function ChartHeading({ chart: { pool, basis, largestDrop }, isByMonth, onExplain }: ChartHeadingProps) {
  return (
    <figcaption className="flex min-h-7 flex-wrap items-center gap-x-3 text-sm">
      <span>
        {BASIS_LABELS[basis]} in{' '}
        <span className="foreign font-medium">
          <VisibleMarks>{pool.unitName ?? pool.unitId ?? 'no unit'}</VisibleMarks>
        </span>
      </span>
      {largestDrop && (
        <Button
          small
          variant="ghost"
          className="no-print"
          onClick={() => onExplain(largestDrop.day, isByMonth ? lastDayOfMonth(largestDrop.day) : largestDrop.day)}
        >
          Largest drop: {formatAmount(largestDrop.by)} {isByMonth ? 'in' : 'on'} {dayLabel(largestDrop.day, isByMonth)}
        </Button>
      )}
    </figcaption>
  )
}

/** Returns the last day of a month by one of its days. */
function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
