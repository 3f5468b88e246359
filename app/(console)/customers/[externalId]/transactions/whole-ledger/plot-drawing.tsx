import { CHART_HEIGHT, CHART_WIDTH, type ChartPoint, type PoolChart } from '@/contract/console/whole-ledger'
import { classNames } from '@/components/ui/class-names'

/** A day this far to the right has its label at the edge, so that nothing is cut. */
const LAST_LABEL_X = CHART_WIDTH * 0.8

const left = (x: number) => `${(x / CHART_WIDTH) * 100}%`
const top = (y: number) => `${(y / CHART_HEIGHT) * 100}%`

/** The horizontal lines of a plot, with their amounts at the right. */
export const GridLines = ({ ticks }: Pick<PoolChart, 'ticks'>) =>
  ticks.map(({ y, label }) => (
    <div key={y} aria-hidden="true" className="pointer-events-none absolute inset-x-0 border-t" style={{ top: top(y) }}>
      <span className="text-muted bg-surface absolute right-0 -translate-y-1/2 pl-1 text-xs whitespace-nowrap tabular-nums">
        {label}
      </span>
    </div>
  ))

/** The days below a plot. A phone shows every other one. */
export const DayLabels = ({ days }: Pick<PoolChart, 'days'>) => (
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
  /** What is dragged over, as shares of the width. */
  band: { start: number; end: number } | null
}

/** The step line of a pool and its marks, in all of the room it has. */
export const PlotDrawing = ({ chart: { line, area, points }, chosen, band }: PlotDrawingProps) => (
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
    {band && (
      <span
        className="bg-accent-solid/20 border-accent absolute inset-y-0 border-x"
        style={{ left: `${band.start * 100}%`, width: `${(band.end - band.start) * 100}%` }}
      />
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
