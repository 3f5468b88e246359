import { ReadAgo } from '@/components/time/as-of'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { UtcPeriod } from '@/components/time/utc-day'
import type { RelatedObjects } from '@/lib/customers/customer'
import { invoicePath } from '@/lib/core/paths'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { formatCount } from '@/lib/money/amount'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { ListedStatus } from '@/components/lists/listed-status'
import { TextLink } from '@/components/text/text-link'

const SHOWN_INVOICES = 3

type KnownInvoice = RelatedObjects['invoices'][number]

interface KnownInvoicesProps {
  invoices: readonly KnownInvoice[]
  /** When the page was read. */
  at: string
}

/** The invoices of the subscription that the team has seen, with their last known status. */
export const KnownInvoices = ({ invoices, at }: KnownInvoicesProps) => (
  <DataTable
    caption="Known invoices"
    columns={columnsOf(invoiceNames(invoices), at)}
    rows={invoices}
    keyOf={({ id }) => id}
    first={SHOWN_INVOICES}
    moreLabel={(left) => formatCount(left, 'more invoice')}
  />
)

const columnsOf = (nameOf: (invoice: KnownInvoice) => string, at: string): Column<KnownInvoice>[] => [
  {
    header: 'Invoice',
    isRowHeader: true,
    show: (invoice) => (
      <>
        <TextLink href={invoicePath(invoice.id)}>
          {invoice.number === null ? `Invoice ${invoice.id}` : nameOf(invoice)}
        </TextLink>
        <small className="hidden whitespace-normal! @max-[40rem]:block">{periodOf(invoice)}</small>
      </>
    ),
  },
  { header: 'Period', width: '14rem', isWide: true, show: periodOf },
  {
    header: 'Status',
    show: (invoice) => (
      <>
        <ListedStatus row={invoice} at={at} />
        <ReadAgo asOf={invoice.asOf} at={at} />
      </>
    ),
  },
  {
    header: 'Total',
    width: '10rem',
    isFigure: true,
    show: ({ total, currency }) => (total === null ? UNKNOWN : <Money amount={total} currency={currency} />),
  },
]

const periodOf = ({ periodStart: start, periodEnd: end }: KnownInvoice) =>
  start === null && end === null ? UNKNOWN : <UtcPeriod start={start} end={end} missing="?" />
