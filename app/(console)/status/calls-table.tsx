import { classNames } from '@/components/ui/class-names'
import type { CallFigures, CallsOfKind } from '@/contract/console/status'
import { formatNumber } from '@/lib/format/amount'
import { callLabel } from './call-label'

const CELL = 'px-1.5 py-1.5 sm:px-3'
/** The last one has its table's edge beside it. */
const FIGURE = `${CELL} figure w-12 last:w-15 last:pr-3! sm:w-24! sm:last:pr-4!`

/** How many of the last calls failed, and how long they took: by kind, and by operation. */
export function CallsTable({ reads, writes }: Record<'reads' | 'writes', CallsOfKind>) {
  return (
    <>
      <table className="w-full table-fixed text-xs sm:text-sm">
        <caption className="sr-only">Calls of the billing API, latency in milliseconds</caption>
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className={classNames(CELL, 'pl-4! text-left font-medium')}>
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
        Of the last 1,000 reads and 1,000 writes. p95 is the time in milliseconds within which 95 of 100 had ended. “Not
        found” and refusals are answers, no failures; that nothing may be read (401, 403) is one.
      </p>
    </>
  )
}

function CallsRow({ label, figures, isSum = false }: { label: string; figures: CallFigures; isSum?: boolean }) {
  const { calls, failed, latencyMs } = figures
  return (
    <tr className={isSum ? 'font-medium' : undefined}>
      <th scope="row" className={classNames(CELL, 'text-left', isSum ? 'pl-4! font-semibold' : 'pl-6! font-normal')}>
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
