import { classNames } from '@/components/ui/class-names'
import type { CallFigures, CallsOfKind } from '@/contract/console/status'
import { formatNumber } from '@/lib/format/amount'
import { callLabel } from './call-label'

const CELL = 'px-1.5 py-1.5 sm:px-3'
/** On a phone the figures of a row are in one line below its name. */
const ROW = 'max-sm:flex max-sm:flex-wrap'
const NAME = `${CELL} pl-4! text-left max-sm:basis-full max-sm:pb-0!`
const FIGURE = `${CELL} figure w-24 last:pr-4! max-sm:w-auto max-sm:flex-1`

/** Failure counts and durations of the last calls, by kind and by operation. */
export function CallsTable({ reads, writes }: Record<'reads' | 'writes', CallsOfKind>) {
  return (
    <>
      <table className="w-full text-sm sm:table-fixed">
        <caption className="sr-only">Calls of the billing API, latency in milliseconds</caption>
        <thead className="text-muted text-xs">
          <tr className={ROW}>
            <th scope="col" className={classNames(NAME, 'font-medium')}>
              Call
            </th>
            {['Calls', 'Failed', 'p50', 'p95', 'p99'].map((header) => (
              <th key={header} scope="col" className={classNames(FIGURE, 'font-medium')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {[
          { label: 'All reads', kind: reads },
          { label: 'All writes', kind: writes },
        ].map(({ label, kind }) => (
          <tbody key={label} className="border-t">
            <CallsRow label={label} figures={kind} isSum />
            {kind.operations.map((figures) => (
              <CallsRow key={figures.operation} label={callLabel(figures.operation)} figures={figures} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="text-muted border-t px-4 py-2 text-xs">
        The last 1,000 reads and 1,000 writes. p95 is the 95th percentile, in milliseconds. 404s and refusals don’t
        count as failures; 401 and 403 do.
      </p>
    </>
  )
}

function CallsRow({ label, figures, isSum = false }: { label: string; figures: CallFigures; isSum?: boolean }) {
  const { calls, failed, latencyMs } = figures
  return (
    <tr className={classNames(ROW, isSum && 'font-medium')}>
      <th scope="row" className={classNames(NAME, isSum ? 'font-semibold' : 'font-normal sm:pl-6!')}>
        {label}
      </th>
      <td className={FIGURE}>{formatNumber(calls)}</td>
      <td className={classNames(FIGURE, failed > 0 && 'text-red font-medium')}>{formatNumber(failed)}</td>
      {[latencyMs?.p50, latencyMs?.p95, latencyMs?.p99].map((ms, index) => (
        <td key={index} className={FIGURE}>
          {ms === undefined ? <span className="text-muted">–</span> : formatNumber(ms)}
        </td>
      ))}
    </tr>
  )
}
