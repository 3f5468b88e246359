import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { InvoiceStatusPill, invoiceStatusMeaning } from '@/components/invoice-status'
import { VisibleMarks } from '@/components/visible-marks'
import type { InvoiceView } from '@/contract/console/invoice'
import { Breadcrumb } from '../../_shell/breadcrumb'
import { invoiceTitle } from './invoice-title'

interface InvoiceHeadingProps {
  invoice: InvoiceView
  /** The time of the read, and Refresh. */
  asOf: ReactNode
  /** The actions, at the right. */
  children: ReactNode
}

/** The invoice's title, its status and what the status means. */
export function InvoiceHeading({ invoice, asOf, children }: InvoiceHeadingProps) {
  const { id, status, dueDate, issueDate } = invoice
  return (
    <div>
      <Breadcrumb href="/invoices" asOf={asOf}>
        Invoices
      </Breadcrumb>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="foreign text-2xl font-semibold">
              <VisibleMarks>{invoiceTitle(invoice)}</VisibleMarks>
            </h1>
            <InvoiceStatusPill status={status} dueDate={dueDate} issueDate={issueDate} />
          </div>
          <p className="text-muted mt-1 text-sm">
            <Identifier id={id} of="invoice" />
          </p>
          <p className="foreign text-muted text-sm">{invoiceStatusMeaning(status)}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
