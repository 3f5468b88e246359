import type { ListedInvoice } from '@/contract/console/indexed-objects'
import { formatCount } from '@/lib/format/amount'
import { problemMark, problemsOf } from '@/lib/format/finding-label'

/** Shows the most serious finding of an invoice in a few words, and all findings on hover; renders nothing without one. */
export function InvoiceProblems({
  invoice: { checked, currency },
}: {
  invoice: Pick<ListedInvoice, 'checked' | 'currency'>
}) {
  const mark = checked === null ? undefined : problemMark(checked)
  if (checked === null || mark === undefined) return null
  const problems = problemsOf(checked, currency)
  return (
    <small className="text-yellow whitespace-normal!" title={problems.join('\n')}>
      {mark}
      {problems.length > 1 && ` · ${formatCount(problems.length, 'finding')}`}
    </small>
  )
}
