import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { Money } from '@/components/money/money'
import { AmountMoved } from '@/components/money/signed-amount'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useNavigation } from '@/components/ui/navigation-progress'
import { OwnText } from '@/components/text/own-text'
import { CHART_HEIGHT, CHART_WIDTH, type ChartPoint, type PoolChart } from '@/lib/ledger/whole-ledger'
import { formatAmount, formatCount } from '@/lib/money/amount'
import { dayLabel, daysOfPoint } from './chart-days'

interface PoolPlotProps {
  chart: PoolChart
  /** True when each point is a month. */
  isByMonth: boolean
  /** Returns the address of the transactions of these days. */
  hrefOfDays: (days: { from: string; to: string }) => string
}

/**
 * The step line of a pool. A point is chosen by pointer, touch or arrow keys; Enter opens its transactions.
 */
export function PoolPlot({ chart, isByMonth, hrefOfDays }: PoolPlotProps) {
  const id = useId()
  const { go } = useNavigation()
  const { pool, points, ticks, days } = chart
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const found = points.findIndex(({ day }) => day === chosenDay)
  const isChosen = found !== -1
  const at = isChosen ? found : points.length - 1
  const point = points[at]
  const choose = ({ currentTarget, clientX }: PointerEvent) => {
    const { left: leftPx, width } = currentTarget.getBoundingClientRect()
    setChosenDay(nearest(points, ((clientX - leftPx) / Math.max(1, width)) * CHART_WIDTH)?.day ?? null)
  }
  const hrefOf = ({ day }: ChartPoint) => hrefOfDays(daysOfPoint(day, isByMonth))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !point) return
    const to = targetOf(event.key, at, points.length - 1)
    if (event.key === 'Enter') go(hrefOf(point), id)
    else if (to !== undefined) setChosenDay(points[to]?.day ?? chosenDay)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative h-45 pr-16">
        <GridLines ticks={ticks} />
        <div
          onPointerDown={choose}
          onPointerMove={choose}
          onKeyDown={onKeyDown}
          tabIndex={0}
          role="slider"
          aria-label={`${isByMonth ? 'Month' : 'Day'} in the chart of ${pool.unitName ?? pool.unitId ?? 'no unit'}`}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, points.length)}
          aria-valuenow={Math.max(1, at + 1)}
          aria-valuetext={point ? pointText(point, chart, isByMonth) : 'No transactions'}
          className="relative h-full cursor-crosshair touch-pan-y select-none"
        >
          <PlotDrawing chart={chart} chosen={isChosen && point ? point : null} />
        </div>
      </div>
      <DayLabels days={days} />
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 text-sm tabular-nums sm:min-h-8">
        {point ? (
          <>
            <span className="whitespace-nowrap">{dayLabel(point.day, isByMonth)}</span>
            <span className="min-w-0">
              <span className="font-medium">
                <Money amount={point.balance} />
              </span>
              {pool.unitName !== null && (
                <>
                  {' '}
                  <OwnText text={pool.unitName} />
                </>
              )}
            </span>
            <span className="min-w-0">
              <AmountMoved amount={point.change} />
            </span>
            <span className="text-muted whitespace-nowrap">{formatCount(point.entries, 'transaction')}</span>
            <Link href={hrefOf(point)} prefetch={false} className={classNames(buttonClass('ghost', true), 'no-print')}>
              Show transactions
            </Link>
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

/** A day this far to the right has its label at the edge, so that nothing is cut. */
const LAST_LABEL_X = CHART_WIDTH * 0.8

const left = (x: number) => `${(x / CHART_WIDTH) * 100}%`
const top = (y: number) => `${(y / CHART_HEIGHT) * 100}%`

/** The horizontal lines of a plot, with their amounts at the right. */
const GridLines = ({ ticks }: Pick<PoolChart, 'ticks'>) =>
  ticks.map(({ y, label }) => (
    <div key={y} aria-hidden="true" className="pointer-events-none absolute inset-x-0 border-t" style={{ top: top(y) }}>
      <span className="text-muted bg-surface absolute right-0 -translate-y-1/2 pl-1 text-xs whitespace-nowrap tabular-nums">
        {label}
      </span>
    </div>
  ))

/** The days below a plot. A phone shows every other one. */
const DayLabels = ({ days }: Pick<PoolChart, 'days'>) => (
  <div aria-hidden="true" className="relative mr-16 h-5">
    {days.map(({ x, label }, index) => (
      <span
        key={x}
        className={classNames(
          'text-muted absolute text-xs leading-5 whitespace-nowrap',
          index % 2 === 1 && 'max-sm:hidden',
        )}
        style={x > LAST_LABEL_X ? { right: 0 } : { left: left(x) }}
      >
        {label}
      </span>
    ))}
  </div>
)

interface PlotDrawingProps {
  chart: PoolChart
  /** The point that was chosen. */
  chosen: ChartPoint | null
}

/** The step line of a pool and its marks, in all of the room it has. */
const PlotDrawing = ({ chart: { line, area, points }, chosen }: PlotDrawingProps) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0">
    <svg
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      className="text-accent absolute inset-0 size-full overflow-visible"
    >
      <path d={area} fill="currentColor" opacity={0.12} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
    {points.map((point) => (
      <PointMarks key={point.day} point={point} />
    ))}
    {chosen && (
      <span className="border-text absolute inset-y-0 border-l border-dashed" style={{ left: left(chosen.x) }} />
    )}
  </div>
)

/** Marks what was added, pointing up, and what expired, pointing down. */
function PointMarks({ point: { x, y, added, expired } }: { point: ChartPoint }) {
  if (added === null && expired === null) return null
  return (
    <span
      className="absolute flex -translate-x-1/2 -translate-y-1/2 scale-75 text-xs leading-none"
      style={{ left: left(x), top: top(y) }}
    >
      {added !== null && <span className="text-green">▲</span>}
      {expired !== null && <span className="text-red">▼</span>}
    </span>
  )
}
