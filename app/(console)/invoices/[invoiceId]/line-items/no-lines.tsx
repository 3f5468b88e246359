import { Absent } from '@/components/absent'
import type { InvoiceView } from '@/contract/console/invoice'
import { isUnreadable } from '@/lib/format/unreadable'
import type { LinesSearch } from './lines-search-params'
import { VisibleMarks } from '@/components/visible-marks'

interface NoLinesProps {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  search: LinesSearch
  endDate: string | null
}

/** Why no line is shown: the invoice has none, its lines are unknown, or the filter matches none. */
export function NoLines({ invoice: { invoiceLineItems, totals }, search, endDate }: NoLinesProps) {
  return (
    <p className="text-muted p-4 text-sm">
      {invoiceLineItems === null ? (
        'The API sent no line items.'
      ) : isUnreadable(invoiceLineItems) ? (
        <>
          The line items could not be read. <Absent value={invoiceLineItems} />
        </>
      ) : totals?.lines === 0 ? (
        'This invoice has no line items.'
      ) : search.find.trim() === '' ? (
        whyNone(search.lines, endDate)
      ) : (
        <>
          No {search.lines === null ? '' : 'filtered '}line matches “
          <span className="foreign">
            <VisibleMarks>{search.find}</VisibleMarks>
          </span>
          ” in its description, ID or amount.
        </>
      )}
    </p>
  )
}

function whyNone(lines: LinesSearch['lines'], endDate: string | null): string {
  switch (lines) {
    case 'look':
      return 'No line needs a look.'
    case 'hidden':
      return 'No line is hidden from the customer.'
    case 'customer':
      return 'No line is known to be visible to the customer.'
    case 'afterEnd':
      return endDate === null
        ? 'Not known: the subscription has no end date, or it could not be read.'
        : 'No line starts after the end of the subscription.'
    case null:
      return ''
  }
}
