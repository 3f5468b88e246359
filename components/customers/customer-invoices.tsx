'use client'

import { Absent } from '@/components/text/absent'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { UtcPeriod } from '@/components/time/utc-day'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { CustomerInvoice } from '@/lib/customers/customer'
import { invoicePath } from '@/lib/core/paths'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { isOverdue, isPayableOrPaid } from '@/lib/invoices/owed-statuses'
import { formatCount } from '@/lib/money/amount'
import { problemMark, problemsOf } from '@/lib/invoices/finding-label'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { InvoiceProblems } from '@/components/lists/invoice-problems'
import { ListedName } from '@/components/lists/listed-name'
import { ListedStatus } from '@/components/lists/listed-status'

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

const hasProblem = ({ checked }: CustomerInvoice) => checked !== null && problemMark(checked) !== undefined

const columnsOf = (nameOf: (invoice: CustomerInvoice) => string, readAt: string): Column<CustomerInvoice>[] => [
  {
    header: 'Invoice',
    show: (invoice) => (
      <>
        <ListedName kind="invoice" {...invoice} name={nameOf(invoice)} isIdHidden readAt={readAt} />
        <InvoiceProblems invoice={invoice} />
        {!invoice.isChecked && !hasProblem(invoice) && (
          <small title="Its lines could not be compared with other invoices.">Not compared</small>
        )}
      </>
    ),
  },
  {
    header: 'Status',
    width: '12rem',
    show: (invoice) => <ListedStatus row={invoice} at={readAt} />,
  },
  {
    header: 'Period',
    width: '14rem',
    isWide: true,
    show: ({ periodStart, periodEnd }) =>
      periodStart === null && periodEnd === null ? (
        <Absent value={undefined} />
      ) : (
        <UtcPeriod start={periodStart} end={periodEnd} missing="?" />
      ),
  },
  {
    header: 'Total',
    width: '8rem',
    isFigure: true,
    show: ({ total, currency }) =>
      total === null ? <Absent value={undefined}>{UNKNOWN}</Absent> : <Money amount={total} currency={currency} />,
  },
]

const MAX_SHOWN = 3

/** Names the invoices that the customer pays or paid and that need a look: the first finding of each, and how many there are. */
export function ChargeNotices({ invoices }: { invoices: readonly CustomerInvoice[] }) {
  const found = invoices.filter((invoice) => isPayableOrPaid(invoice) && hasProblem(invoice))
  if (found.length === 0) return null
  const nameOf = invoiceNames(invoices)
  const title = `${formatCount(found.length, 'invoice needs', 'invoices need')} a look, as last read`
  return (
    <Notice tone="watch" title={title}>
      <ul className="mt-1">
        {found.slice(0, MAX_SHOWN).map((invoice) => (
          <li key={invoice.id} className="truncate">
            <Link href={invoicePath(invoice.id)} prefetch={false} className="text-accent font-medium hover:underline">
              <VisibleMarks>{nameOf(invoice)}</VisibleMarks>
            </Link>
            : {firstProblem(invoice)}
          </li>
        ))}
        {found.length > MAX_SHOWN && <li>and {found.length - MAX_SHOWN} more below</li>}
      </ul>
    </Notice>
  )
}

/** Returns "Charged twice? · 2 findings". */
function firstProblem({ checked, currency }: CustomerInvoice): string {
  if (checked === null) return ''
  const count = problemsOf(checked, currency).length
  return [problemMark(checked), count > 1 && formatCount(count, 'finding')].filter(Boolean).join(' · ')
}
