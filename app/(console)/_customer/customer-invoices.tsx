'use client'

import { useState } from 'react'
import { Absent } from '@/components/absent'
import { InvoiceStatusPill } from '@/components/invoice-status'
import { Money } from '@/components/money'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { UtcDay } from '@/components/utc-day'
import { VisibleMarks } from '@/components/visible-marks'
import type { CustomerInvoice } from '@/contract/console/customer'
import { invoicePath } from '@/lib/browser/paths'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { daysOverdue, isOwed } from '@/lib/domain/invoice/owed-statuses'
import { formatCount } from '@/lib/format/amount'
import { AsOfRow, GoneSince } from '../_lists/list-cells'
import { InvoiceProblems } from '../_lists/invoice-problems'
import { UNKNOWN } from '@/lib/format/unreadable'

const FIRST_SHOWN = 10

interface CustomerInvoicesProps {
  invoices: CustomerInvoice[]
  /** When they were read, UTC ISO 8601. */
  readAt: string
}

/** The customer's invoices: those that are overdue first, then the newest; ten until the rest is unfolded. */
export function CustomerInvoices({ invoices, readAt }: CustomerInvoicesProps) {
  const [isWhole, setWhole] = useState(false)
  const sorted = invoices.toSorted((one, other) => Number(isOverdue(other, readAt)) - Number(isOverdue(one, readAt)))
  const nameOf = invoiceNames(invoices)
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN)
  return (
    <div className="@container">
      <table className="rows">
        <caption className="sr-only">Invoices of this customer</caption>
        <colgroup>
          <col />
          <col className="w-[36%] @min-[40rem]:w-64" />
          <col className="w-60 @max-[40rem]:hidden" />
          <col className="w-[32%] @min-[40rem]:w-40" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Status</th>
            <th scope="col" className="@max-[40rem]:hidden">
              Period
            </th>
            <th scope="col" className="figure-cell">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} name={nameOf(invoice)} readAt={readAt} />
          ))}
        </tbody>
      </table>
      {shown.length < sorted.length && (
        <p className="border-t px-4 py-2">
          <Button small variant="ghost" onClick={() => setWhole(true)}>
            Show {formatCount(sorted.length - shown.length, 'more invoice')}
          </Button>
        </p>
      )}
    </div>
  )
}

const isOverdue = (invoice: CustomerInvoice, readAt: string) =>
  invoice.goneAt === null && ((invoice.status === 'overdue' && isOwed(invoice)) || daysOverdue(invoice, readAt) > 0)

function InvoiceRow({ invoice, name, readAt }: { invoice: CustomerInvoice; name: string; readAt: string }) {
  const { id, number, status, dueDate, goneAt, periodStart, periodEnd, total, currency, isChecked, asOf } = invoice
  return (
    <tr>
      <td>
        <Link href={invoicePath(id)} prefetch={false} className={`font-medium ${number ? 'foreign' : 'opaque'}`}>
          <VisibleMarks>{name}</VisibleMarks>
        </Link>
        <AsOfRow asOf={asOf} />
        <InvoiceProblems invoice={invoice} />
        {!isChecked && <small title="Not all of its lines could be compared with other invoices.">Not checked</small>}
      </td>
      <td>
        {goneAt === null ? (
          <InvoiceStatusPill
            status={status ?? undefined}
            total={total}
            dueDate={dueDate}
            at={readAt}
            issueDate={invoice.issueDate ?? undefined}
          />
        ) : (
          <GoneSince goneAt={goneAt} />
        )}
      </td>
      <td className="@max-[40rem]:hidden">
        {periodStart === null && periodEnd === null ? (
          <Absent value={undefined} />
        ) : (
          <>
            <UtcDay iso={periodStart} missing="?" dense /> – <UtcDay iso={periodEnd} missing="?" dense />
          </>
        )}
      </td>
      <td className="figure-cell">
        {total === null ? <Absent value={undefined}>{UNKNOWN}</Absent> : <Money amount={total} currency={currency} />}
      </td>
    </tr>
  )
}
