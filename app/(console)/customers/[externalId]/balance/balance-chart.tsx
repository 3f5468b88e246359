import type { InputOf } from '@/lib/api'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Money } from '@/components/money/money'
import { AmountMoved } from '@/components/money/signed-amount'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type BalanceChart as ChartData,
  CHART_RANGES,
  type LedgerPool,
  type PoolBasis,
  type PoolChart,
} from '@/lib/ledger/whole-ledger'
import { ledgerPath } from '@/lib/core/paths'
import { problemOf } from '@/lib/core/problem-of'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { upcomingLabel } from '@/lib/ledger/ledger-labels'
import { PoolUnit, UNSIGNED } from '@/components/customers/pool-unit'
import { dayLabel, daysOfPoint } from './chart-days'
import { PoolPlot } from './pool-plot'

type Range = InputOf<'getBalanceChart'>['range']

const RANGE_LABELS: Record<(typeof CHART_RANGES)[number], string> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  all: 'All',
}

interface BalanceChartProps {
  externalId: string
  range: Range
  read: UseQueryResult<ChartData>
  /** The pool to show; undefined without one. */
  pool: LedgerPool | undefined
  /** False until the whole ledger was read: then no figure is certain. */
  isComplete: boolean
  onRange: (range: Range) => void
  onExplain: (from: string, to: string) => void
}

/** The size of one chart, so that nothing moves when it appears. */
const PLACE = 'min-h-83 sm:min-h-70'

/** The balance of a pool over time. Before the ledger was read it keeps its place. */
export function BalanceChart(props: BalanceChartProps) {
  const { externalId, range, read, pool, isComplete, onRange, onExplain } = props
  const { data, error, isFetching, isPlaceholderData, refetch } = read
  const [isTable, setIsTable] = useState(false)
  const { charts = [], isByMonth = false } = data ?? {}
  const among = charts.map((chart) => chart.pool)
  return (
    <figure aria-label="Balance over time" className="border-t">
      <div className="no-print flex flex-wrap items-center gap-1.5 px-4 pt-2.5">
        <div role="group" aria-label="Range" className="flex flex-wrap gap-1.5">
          {CHART_RANGES.map((each) => (
            <Button
              key={each}
              small
              variant={range === each ? 'primary' : 'secondary'}
              aria-pressed={range === each}
              onClick={() => onRange(each)}
              className="forced-colors:aria-pressed:border-2"
            >
              {RANGE_LABELS[each]}
            </Button>
          ))}
        </div>
        <Button small variant="ghost" aria-expanded={isTable} onClick={() => setIsTable(!isTable)} className="ml-auto">
          Show as table
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-red flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 text-sm">
          <span>The chart could not be loaded: {problemOf(error).detail}</span>
          <Button small pending={isFetching} onClick={() => void refetch()}>
            Reload chart
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton className={`mx-4 ${PLACE}`} />}
      {data && charts.length === 0 && (
        <div className={`text-muted flex items-center justify-center px-4 text-sm ${PLACE}`}>
          {data.asOf === null ? 'Appears once the whole ledger is read.' : 'No transactions'}
        </div>
      )}
      {charts
        .filter((chart) => chart.pool.key === pool?.key)
        .map((chart) => (
          <div
            key={chart.pool.key}
            aria-busy={isPlaceholderData || undefined}
            className="aria-busy:text-muted px-4 py-2.5"
          >
            <ChartHeading
              chart={chart}
              among={among}
              isByMonth={isByMonth}
              isComplete={isComplete}
              asOf={data?.asOf ?? null}
              onExplain={onExplain}
            />
            {chart.basis === 'unsigned' ? (
              <p className="text-muted py-4 text-sm">{UNSIGNED}</p>
            ) : (
              <PoolPlot
                chart={chart}
                isByMonth={isByMonth}
                hrefOfDays={(days) =>
                  ledgerPath(externalId, { ...days, ...(among.length > 1 && { pool: chart.pool.key }) })
                }
              />
            )}
            {isTable && chart.basis !== 'unsigned' && <ChartTable chart={chart} isByMonth={isByMonth} />}
          </div>
        ))}
      {data && data.morePools > 0 && (
        <p className="text-muted px-4 pb-2.5 text-sm">
          {formatCount(data.morePools, 'more pool')}: filter the transactions by pool
        </p>
      )}
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
  /** All pools that have a chart. */
  among: readonly LedgerPool[]
  isByMonth: boolean
  isComplete: boolean
  asOf: string | null
  onExplain: BalanceChartProps['onExplain']
}

/** The unit of a chart, its last balance, and its largest fall in a day or month, unless the balances are not certain. */
function ChartHeading({ chart, among, isByMonth, isComplete, asOf, onExplain }: ChartHeadingProps) {
  const { pool, basis, gaps, largestDrop } = chart
  const balance = isComplete && gaps === 0 ? chart.balance : null
  const later = asOf === null ? null : upcomingLabel(chart.upcoming, balance, asOf)
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 text-sm sm:min-h-7">
      <h3 className="min-w-0">
        {BASIS_LABELS[basis]} · <PoolUnit pool={pool} among={among} />
        {balance !== null && (
          <>
            {' '}
            <span className="font-semibold">
              <Money amount={balance} />
            </span>
          </>
        )}
        {later !== null && <span className="text-muted"> {later}</span>}
        {gaps > 0 && <span className="text-red"> not certain: {formatCount(gaps, 'gap')} between balances</span>}
      </h3>
      {largestDrop && (
        <Button
          small
          variant="ghost"
          className="no-print max-w-full text-left whitespace-normal!"
          onClick={() => {
            const { from, to } = daysOfPoint(largestDrop.day, isByMonth)
            onExplain(from, to)
          }}
        >
          <span>
            Largest {isByMonth ? 'monthly' : 'daily'} fall, net:{' '}
            <span className="whitespace-nowrap">{formatAmount(largestDrop.by)}</span> {isByMonth ? 'in' : 'on'}{' '}
            {dayLabel(largestDrop.day, isByMonth)}
          </span>
        </Button>
      )}
    </div>
  )
}

const columnsOf = (basis: PoolChart['basis'], isByMonth: boolean): Column<PoolChart['points'][number]>[] => [
  { header: isByMonth ? 'Month' : 'Day', isRowHeader: true, show: ({ day }) => dayLabel(day, isByMonth) },
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
function ChartTable({ chart: { pool, basis, points }, isByMonth }: { chart: PoolChart; isByMonth: boolean }) {
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
