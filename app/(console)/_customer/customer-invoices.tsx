'use client'

import { Absent } from '@/components/absent'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Money } from '@/components/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { UtcDay } from '@/components/utc-day'
import { VisibleMarks } from '@/components/visible-marks'
import type { CustomerInvoice } from '@/contract/console/customer'
import { invoicePath } from '@/lib/browser/paths'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { daysOverdue, isOwed } from '@/lib/domain/invoice/owed-statuses'
import { formatCount } from '@/lib/format/amount'
import { AsOfRow, GoneSince, InvoiceProblems } from '../_lists/list-cells'
import { UNKNOWN } from '@/lib/format/unreadable'

const FIRST_SHOWN = 10

interface CustomerInvoicesProps {
  invoices: CustomerInvoice[]
  /** When they were read, UTC ISO 8601. */
  readAt: string
}

/** The customer's invoices: those that are overdue first, then the newest; ten until the rest is unfolded. */
export function CustomerInvoices({ invoices, readAt }: CustomerInvoicesProps) {
  const sorted = invoices.toSorted((one, other) => Number(isOverdue(other, readAt)) - Number(isOverdue(one, readAt)))
  return (
    <DataTable
      caption="Invoices of this customer"
      columns={columnsOf(invoiceNames(invoices), readAt)}
      rows={sorted}
      keyOf={({ id }) => id}
      first={FIRST_SHOWN}
      moreLabel={(left) => formatCount(left, 'more invoice')}
    />
  )
}

const columnsOf = (nameOf: (invoice: CustomerInvoice) => string, readAt: string): Column<CustomerInvoice>[] => [
  {
    header: 'Invoice',
    show: (invoice) => (
      <>
        <Link
          href={invoicePath(invoice.id)}
          prefetch={false}
          className={`font-medium ${invoice.number ? 'foreign' : 'opaque'}`}
        >
          <VisibleMarks>{nameOf(invoice)}</VisibleMarks>
        </Link>
        <AsOfRow asOf={invoice.asOf} />
        <InvoiceProblems invoice={invoice} />
        {!invoice.isChecked && (
          <small title="Not all of its lines could be compared with other invoices.">Not checked</small>
        )}
      </>
    ),
  },
  {
    header: 'Status',
    width: '16rem',
    show: ({ goneAt, status, total, dueDate, issueDate }) =>
      goneAt === null ? (
        <InvoiceStatusPill
          status={status ?? undefined}
          total={total}
          dueDate={dueDate}
          at={readAt}
          issueDate={issueDate ?? undefined}
        />
      ) : (
        <GoneSince goneAt={goneAt} />
      ),
  },
  {
    header: 'Period',
    width: '15rem',
    isWide: true,
    show: ({ periodStart, periodEnd }) =>
      periodStart === null && periodEnd === null ? (
        <Absent value={undefined} />
      ) : (
        <>
          <UtcDay iso={periodStart} missing="?" dense /> – <UtcDay iso={periodEnd} missing="?" dense />
        </>
      ),
  },
  {
    header: 'Total',
    width: '10rem',
    isFigure: true,
    show: ({ total, currency }) =>
      total === null ? <Absent value={undefined}>{UNKNOWN}</Absent> : <Money amount={total} currency={currency} />,
  },
]

const isOverdue = (invoice: CustomerInvoice, readAt: string) =>
  invoice.goneAt === null && ((invoice.status === 'overdue' && isOwed(invoice)) || daysOverdue(invoice, readAt) > 0)
