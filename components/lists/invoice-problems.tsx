import { VisibleMarks } from '@/components/text/visible-marks'
import { problemMark, problemsOf, reviewedLabels } from '@/lib/invoices/finding-label'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'

/** Shows the most serious finding of an invoice in a few words, all findings on hover, and who reviewed which; nothing without one. */
export function InvoiceProblems({
  invoice: { checked, currency },
}: {
  invoice: Pick<ListedInvoice, 'checked' | 'currency'>
}) {
  if (checked === null) return null
  const mark = problemMark(checked)
  const reviewed = reviewedLabels(checked).map((words) => (
    <small key={words} className="line-clamp-4 wrap-anywhere whitespace-normal!" title={words}>
      <VisibleMarks>{words}</VisibleMarks>
    </small>
  ))
  if (mark === undefined) return reviewed
  const problems = problemsOf(checked, currency)
  return (
    <>
      <small className="text-yellow whitespace-normal!" title={problems.join('\n')}>
        {mark}
        {problems.length > 1 && ` · ${problems.length - 1} more`}
      </small>
      {reviewed}
    </>
  )
}
