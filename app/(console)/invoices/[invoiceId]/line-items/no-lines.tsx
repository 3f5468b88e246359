import { Absent } from '@/components/text/absent'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { isUnreadable } from '@/lib/billing-api/unreadable'
import type { LinesSearch } from './lines-search-params'
import { OwnText } from '@/components/text/own-text'

interface NoLinesProps {
  invoice: Pick<InvoiceView, 'invoiceLineItems' | 'totals'>
  search: LinesSearch
}

/** Why no line is shown: the invoice has none, its lines are unknown, or the filter matches none. */
export function NoLines({ invoice: { invoiceLineItems, totals }, search }: NoLinesProps) {
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
        search.lines && WHY_NONE[search.lines]
      ) : (
        <>
          No {search.lines === null ? '' : 'filtered '}line matches “
          <OwnText text={search.find} />” in its description, ID or amount.
        </>
      )}
    </p>
  )
}

const WHY_NONE: Record<NonNullable<LinesSearch['lines']>, string> = {
  look: 'No line needs a look.',
  hidden: 'No line is hidden from the customer.',
  customer: 'No line is known to be visible to the customer.',
  afterEnd: 'No line is known to start after the end of the subscription.',
  beforeStart: 'No line is known to start before the subscription.',
}
