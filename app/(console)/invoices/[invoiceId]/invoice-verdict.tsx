import type { InvoiceTotals } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'
import { checksLabel } from '@/lib/format/checks-label'
import { LinesLink } from './line-items/lines-link'
import type { useLinesSearch } from './line-items/use-lines-search'
import { VerdictIcon } from './verdict-icon'

interface InvoiceVerdictProps {
  totals: InvoiceTotals
  /** The number of lines that start after the end of the subscription. */
  afterEnd: number
  lines: ReturnType<typeof useLinesSearch>
}

/** Whether the lines are correct, as far as the console can tell. It does not print: it is not for the payer. */
export function InvoiceVerdict({ totals, afterEnd, lines }: InvoiceVerdictProps) {
  const checks = checksLabel(totals)
  return (
    <div className="no-print mt-1 space-y-0.5 text-sm">
      {checks !== null && (
        <p className="flex flex-wrap items-center gap-x-1.5">
          <VerdictIcon state={checks.state} className="size-4 shrink-0" />
          {checks.state === 'look' ? (
            <LinesLink to="look" lines={lines} className="text-yellow font-semibold">
              {checks.text}
            </LinesLink>
          ) : (
            <span className="font-semibold">{checks.text}</span>
          )}
          {checks.note !== '' && <span className="text-muted text-xs">{checks.note}</span>}
        </p>
      )}
      {afterEnd > 0 && (
        <p className="flex items-center gap-x-1.5">
          <VerdictIcon state="look" className="size-4 shrink-0" />
          <LinesLink to="afterEnd" lines={lines} className="text-yellow font-semibold">
            {formatCount(afterEnd, 'line')} after the subscription’s end
          </LinesLink>
        </p>
      )}
    </div>
  )
}
