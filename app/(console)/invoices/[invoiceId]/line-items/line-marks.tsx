import { Pill } from '@/components/ui/pill'
import { classNames } from '@/components/ui/class-names'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isProblem } from '@/lib/domain/invoice/finding-kinds'
import type { CheckedLine } from '@/lib/domain/invoice/invoice-findings'
import { formatAmount } from '@/lib/format/amount'
import { lineFindingLabel } from '@/lib/format/finding-label'
import { visibilityLabel } from '@/lib/format/total-labels'

interface LineMarksProps {
  line: InvoiceLineItemView
  check: CheckedLine
  currency: string | null
}

/** Shows below a line's description: its findings, the explanation of a difference, and "hidden from the customer". */
export function LineMarks({ line, check, currency }: LineMarksProps) {
  const visibility = visibilityLabel(line)
  return (
    <>
      {check.about.map((finding, nth) => (
        <div
          key={nth}
          className={classNames('no-print foreign mt-0.5 text-xs', isProblem(finding) ? 'text-yellow' : 'text-muted')}
        >
          {lineFindingLabel(finding, line, (amount) => formatAmount(amount, currency))}
        </div>
      ))}
      {visibility && (
        <div className="mt-1">
          <Pill tone="grey">{visibility}</Pill>
        </div>
      )}
    </>
  )
}
