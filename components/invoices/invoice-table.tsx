import type { ReactNode } from 'react'
import { ListedName } from '@/components/lists/listed-name'
import { ListedStatus } from '@/components/lists/listed-status'
import { Money } from '@/components/money/money'
import { UtcPeriod } from '@/components/time/utc-day'
import { type Column, DataTable } from '@/components/ui/data-table'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import type { RelatedObjects } from '@/lib/customers/customer'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { formatCount } from '@/lib/money/amount'

type KnownInvoice = RelatedObjects['invoices'][number]

interface InvoiceTableProps<Row> {
  caption: string
  invoices: readonly Row[]
  /** When they were read, UTC ISO 8601. */
  readAt: string
  /** Rows shown until the rest is unfolded. */
  first: number
  /** Shown below the name of an invoice. */
  below?: (invoice: Row) => ReactNode
}

/** The invoices of a subscription or of a customer that the team has seen, with their last known status. */
export const InvoiceTable = <Row extends KnownInvoice>(props: InvoiceTableProps<Row>) => (
  <DataTable
    caption={props.caption}
    columns={columnsOf(props)}
    rows={props.invoices}
    keyOf={({ id }) => id}
    first={props.first}
    moreLabel={(left) => formatCount(left, 'more invoice')}
  />
)

function columnsOf<Row extends KnownInvoice>({ invoices, readAt, below }: InvoiceTableProps<Row>): Column<Row>[] {
  const nameOf = invoiceNames(invoices)
  return [
    {
      header: 'Invoice',
      isRowHeader: true,
      show: (invoice) => (
        <>
          <ListedName kind="invoice" {...invoice} name={nameOf(invoice)} isIdHidden readAt={readAt} />
          <small className="hidden whitespace-normal! @max-[40rem]:block">{periodOf(invoice)}</small>
          <div className="mt-1 hidden @max-[40rem]:block">
            <ListedStatus row={invoice} at={readAt} />
          </div>
          {below?.(invoice)}
        </>
      ),
    },
    { header: 'Period', width: '14rem', isWide: true, show: periodOf },
    { header: 'Status', width: '12rem', isWide: true, show: (invoice) => <ListedStatus row={invoice} at={readAt} /> },
    {
      header: 'Total',
      width: '8rem',
      keepsWidth: true,
      isFigure: true,
      show: ({ total, currency }) => <Money amount={total} currency={currency} missing={UNKNOWN} />,
    },
  ]
}

const periodOf = ({ periodStart: start, periodEnd: end }: KnownInvoice) =>
  start === null && end === null ? UNKNOWN : <UtcPeriod start={start} end={end} missing="?" />
