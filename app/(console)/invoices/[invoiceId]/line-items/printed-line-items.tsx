import { Absent, NoUsableDate } from '@/components/text/absent'
import { Money, Quantity } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { OwnText } from '@/components/text/own-text'
import type { InvoiceLineItemView } from '@/lib/invoices/invoice'
import { formatCount } from '@/lib/money/amount'
import { placeholderDay } from '@/lib/time/usable-date'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { visibilityLabel } from '@/lib/invoices/total-labels'

/** A limit of about 500 printed pages. */
const MAX_PRINTED_LINES = 20_000

/** All lines for paper, in as few elements as can be: a browser lays out thousands of them at once. */
export function PrintedLineItems({ lines, currency }: { lines: InvoiceLineItemView[]; currency: string | null }) {
  return (
    <>
      {lines.length > MAX_PRINTED_LINES && (
        <p className="px-4 py-2 text-sm">
          Only the first {formatCount(MAX_PRINTED_LINES, 'line')} of {formatCount(lines.length, 'line')} are printed.
        </p>
      )}
      <DataTable
        caption="Line items"
        columns={columnsOf(currency)}
        rows={lines.slice(0, MAX_PRINTED_LINES)}
        keyOf={(_, index) => index}
      />
    </>
  )
}

const columnsOf = (currency: string | null): Column<InvoiceLineItemView>[] => [
  {
    header: 'Description',
    width: '33%',
    show: (line) => (
      <>
        <OwnText text={line.description} />
        {visibilityLabel(line) && ` (${visibilityLabel(line)?.toLowerCase()})`}
      </>
    ),
  },
  {
    header: 'Period',
    width: '25%',
    show: ({ startDate, endDate }) => (
      <>
        {dayOf(startDate)} – {dayOf(endDate, startDate !== endDate)}
      </>
    ),
  },
  {
    header: 'Quantity',
    isFigure: true,
    show: ({ quantity, price }) => <Quantity quantity={quantity} labels={price?.billable} />,
  },
  { header: 'Unit price', isFigure: true, show: (line) => <Money amount={line.unitPrice} currency={currency} exact /> },
  { header: 'Amount', isFigure: true, show: ({ amount }) => <Money amount={amount} currency={currency} /> },
]

function dayOf(iso: InvoiceLineItemView['startDate'], isEnd = false) {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return <NoUsableDate day={placeholder} dense />
  if (isAbsent(iso)) return <Absent value={iso} />
  return isEnd ? formatLastDay(iso) : formatDate(iso, 'UTC')
}
