'use client'

import { type KeyboardEvent, useState } from 'react'
import { Money } from '@/components/money'
import { AmountMoved } from '@/components/signed-amount'
import { Button } from '@/components/ui/button'
import { VisibleMarks } from '@/components/visible-marks'
import { CHART_WIDTH, type ChartPoint, type PoolChart } from '@/contract/console/whole-ledger'
import { formatAmount, formatCount } from '@/lib/format/amount'
import { daysBetweenShares, daysOfPoint, type ShownDays } from './chart-days'
import { dayLabel } from './day-label'
import { DayLabels, GridLines, PlotDrawing } from './plot-drawing'
import { usePlotPointer } from './use-plot-pointer'

interface PoolPlotProps {
  chart: PoolChart
  shown: ShownDays
  onRange: (range: string) => void
  onDays: (from: string, to: string) => void
}

/**
 * The step line of a pool. A point is chosen by pointer, touch or arrow keys; Enter opens its transactions, and a drag shows
 * the days that it covers.
 */
export function PoolPlot({ chart, shown, onRange, onDays }: PoolPlotProps) {
  const { pool, points, ticks, days } = chart
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const found = points.findIndex(({ day }) => day === chosenDay)
  const isChosen = found !== -1
  const at = isChosen ? found : points.length - 1
  const point = points[at]
  const { band, handlers } = usePlotPointer({
    onPoint: (share) => setChosenDay(nearest(points, share * CHART_WIDTH)?.day ?? null),
    onDrag: (start, end) => onRange(daysBetweenShares(shown, start, end)),
  })
  const open = ({ day }: ChartPoint) => {
    const { from, to } = daysOfPoint(day, shown.isByMonth)
    onDays(from, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !point) return
    const to = targetOf(event.key, at, points.length - 1)
    if (event.key === 'Enter') open(point)
    else if (to !== undefined) setChosenDay(points[to]?.day ?? chosenDay)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative h-45 pr-16">
        <GridLines ticks={ticks} />
        <div
          {...handlers}
          onKeyDown={onKeyDown}
          tabIndex={0}
          role="slider"
          aria-label={`${shown.isByMonth ? 'Month' : 'Day'} in the chart of ${pool.unitName ?? pool.unitId ?? 'no unit'}`}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, points.length)}
          aria-valuenow={Math.max(1, at + 1)}
          aria-valuetext={point ? pointText(point, chart, shown.isByMonth) : 'No transactions'}
          className="relative h-full cursor-crosshair touch-pan-y select-none"
        >
          <PlotDrawing chart={chart} chosen={isChosen && point ? point : null} band={band} />
        </div>
      </div>
      <DayLabels days={days} />
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 text-sm tabular-nums sm:min-h-8">
        {point ? (
          <>
            <span className="whitespace-nowrap">{dayLabel(point.day, shown.isByMonth)}</span>
            <span className="min-w-0">
              <span className="font-medium">
                <Money amount={point.balance} />
              </span>
              {pool.unitName !== null && (
                <>
                  {' '}
                  <span className="foreign">
                    <VisibleMarks>{pool.unitName}</VisibleMarks>
                  </span>
                </>
              )}
            </span>
            <span className="min-w-0">
              <AmountMoved amount={point.change} />
            </span>
            <span className="text-muted whitespace-nowrap">{formatCount(point.entries, 'transaction')}</span>
            <Button small variant="ghost" className="no-print" onClick={() => open(point)}>
              Show transactions
            </Button>
          </>
        ) : (
          <span className="text-muted">No transactions on these days</span>
        )}
      </div>
    </>
  )
}

/** Returns the point that is nearest to a place in the drawing. */
function nearest(points: readonly ChartPoint[], x: number): ChartPoint | undefined {
  const [first, ...others] = points
  return others.reduce((near, point) => (near && Math.abs(point.x - x) >= Math.abs(near.x - x) ? near : point), first)
}

/** Returns the index that a key moves to; undefined for other keys. */
function targetOf(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

function pointText(
  { day, balance, change, entries, added, expired }: ChartPoint,
  { basis }: PoolChart,
  isByMonth: boolean,
): string {
  return [
    dayLabel(day, isByMonth),
    `${basis === 'balances' ? 'balance' : 'sum of amounts'} ${formatAmount(balance)}`,
    `change ${formatAmount(change)}`,
    added !== null && `${formatAmount(added)} added`,
    expired !== null && `${formatAmount(expired)} expired`,
    formatCount(entries, 'transaction'),
  ]
    .filter(Boolean)
    .join(', ')
}
