import { Pill } from '@/components/ui/pill'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '@/lib/domain/invoice/after-end'
import type { LineVerdict } from '@/lib/domain/invoice/line-verdict'
import { formatAmount } from '@/lib/format/amount'
import { formatDate, formatNearDate } from '@/lib/format/instant'
import { readable } from '@/lib/format/unreadable'
import { findingLabel } from '@/lib/format/verdict-label'
import { visibilityLabel } from '@/lib/format/visibility-label'

interface LineMarksProps {
  line: InvoiceLineItemView
  verdict: LineVerdict
  currency: string | null
  /** When the subscription ends; null when it does not end or the end is unknown. */
  endDate: string | null
}

/** The notes below a line's description: a failed check, a period after the end, hidden from the customer. */
export function LineMarks({ line, verdict, currency, endDate }: LineMarksProps) {
  const visibility = visibilityLabel(line)
  return (
    <>
      {verdict.findings.map((finding) => (
        <div key={finding.kind} className="no-print foreign text-yellow mt-0.5 text-xs">
          {findingLabel(finding, (amount) => formatAmount(amount, currency))}
        </div>
      ))}
      {isAfterEnd(line, endDate) && <div className="no-print text-yellow mt-0.5 text-xs">{afterEndLabel(line)}</div>}
      {visibility && (
        <div className="mt-1">
          <Pill tone="grey">{visibility}</Pill>
        </div>
      )}
    </>
  )
}

/**
 * Returns "Covers 30 Nov–30 Dec, after the end" for a line after the end of the subscription: UTC days, with years when
 * they differ.
 */
export function afterEndLabel(line: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const start = readable(line.startDate) ?? ''
  const end = readable(line.endDate)
  if (end === null) return `Starts ${formatDate(start, 'UTC')}, after the end`
  return `Covers ${formatNearDate(start, end, 'UTC')}–${formatNearDate(end, start, 'UTC')}, after the end`
}
