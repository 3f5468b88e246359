'use client'

import { type KeyboardEvent, useState } from 'react'
import { AmountMoved } from '@/components/signed-amount'
import { Money } from '@/components/money'
import { Button } from '@/components/ui/button'
import { CHART_HEIGHT, CHART_WIDTH, type ChartPoint, type PoolChart } from '@/contract/console/whole-ledger'
import { formatAmount, formatCount } from '@/lib/format/amount'
import { dayLabel } from './day-label'
import { usePlotPointer } from './use-plot-pointer'

interface PoolPlotProps {
  chart: PoolChart
  isByMonth: boolean
  onRange: (range: string) => void
  onDays: (from: string, to: string) => void
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The step line of a pool. A point is chosen by pointer, touch or arrow keys; Enter opens its transactions. */
export function PoolPlot({ chart, isByMonth, onRange, onDays }: PoolPlotProps) {
  const { points, ticks, days } = chart
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[at]
  const pointer = usePlotPointer(points, {
    onPoint: setChosen,
    onDrag: (from, to) => onRange(`${from.day}..${to.day}`),
  })
  const open = (of: ChartPoint) => onDays(of.day, of.day)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: points.length - 1 }[event.key]
    if (event.key === 'Enter' && point) open(point)
    else if (to !== undefined) setChosen(Math.max(0, Math.min(points.length - 1, to)))
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative h-45 pr-16">
        {ticks.map(({ y, label }) => (
          <div
            key={label}
            aria-hidden="true"
            className="border-line pointer-events-none absolute inset-x-0 border-t"
            style={{ top: percent(y, CHART_HEIGHT) }}
          >
            <span className="text-muted bg-surface absolute right-0 -translate-y-1/2 pl-1 text-[0.6875rem] tabular-nums">
              {label}
            </span>
          </div>
        ))}
        <div
          ref={pointer.ref}
          {...pointer.handlers}
          onKeyDown={onKeyDown}
          tabIndex={0}
          role="slider"
          aria-label={`Day in the chart of ${chart.pool.unitName ?? 'no unit'}`}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, points.length)}
          aria-valuenow={at + 1}
          aria-valuetext={point ? pointText(point, isByMonth) : 'No transactions'}
          className="relative h-full cursor-crosshair touch-pan-y"
        >
          <svg
            viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="text-accent absolute inset-0 size-full overflow-visible"
          >
            <path d={chart.area} fill="currentColor" opacity={0.12} />
            <path
              d={chart.line}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {points.map((each) => (
            <PointMarks key={each.day} point={each} />
          ))}
          {point && chosen !== null && (
            <span
              aria-hidden="true"
              className="border-text pointer-events-none absolute inset-y-0 border-l border-dashed"
              style={{ left: percent(point.x, CHART_WIDTH) }}
            />
          )}
          {pointer.dragged && (
            <span
              aria-hidden="true"
              className="bg-accent-solid pointer-events-none absolute inset-y-0 opacity-20"
              style={{ left: `${pointer.dragged.left}%`, width: `${pointer.dragged.width}%` }}
            />
          )}
        </div>
      </div>
      <div aria-hidden="true" className="relative mr-16 h-5">
        {days.map(({ x, label }) => (
          <span
            key={`${x} ${label}`}
            className="text-muted absolute max-w-full truncate text-[0.6875rem] whitespace-nowrap"
            style={x > CHART_WIDTH * 0.85 ? { right: 0 } : { left: percent(x, CHART_WIDTH) }}
          >
            {label}
          </span>
        ))}
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm tabular-nums">
        {point && (
          <>
            <span>{dayLabel(point.day, isByMonth)}</span>
            <span className="font-medium">
              <Money amount={point.balance} />
            </span>
            <AmountMoved amount={point.change} />
            <Button small variant="ghost" className="no-print" onClick={() => open(point)}>
              Show {formatCount(point.entries, 'transaction')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Marks what was added, pointing up, and what expired, pointing down. */
function PointMarks({ point: { x, y, added, expired } }: { point: ChartPoint }) {
  if (added === null && expired === null) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 text-[0.625rem] leading-none"
      style={{ left: percent(x, CHART_WIDTH), top: percent(y, CHART_HEIGHT) }}
    >
      {added !== null && <span className="text-green">▲</span>}
      {expired !== null && <span className="text-red">▼</span>}
    </span>
  )
}

function pointText({ day, balance, change, entries, added, expired }: ChartPoint, isByMonth: boolean): string {
  return [
    dayLabel(day, isByMonth),
    `balance ${formatAmount(balance)}`,
    `change ${formatAmount(change)}`,
    added !== null && `${formatAmount(added)} added`,
    expired !== null && `${formatAmount(expired)} expired`,
    formatCount(entries, 'transaction'),
  ]
    .filter(Boolean)
    .join(', ')
}
