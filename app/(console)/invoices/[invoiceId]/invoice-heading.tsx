import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { InvoiceStatusPill, invoiceStatusLabel } from '@/components/invoice-status'
import type { InvoiceView } from '@/contract/console/invoice'
import { Breadcrumb } from '../../_shell/breadcrumb'
import { invoiceTitle } from './invoice-title'

/** Which invoice this is, how it stands and what that means; `children`, what can be done with it, stand at the right. */
export function InvoiceHeading({ invoice, children }: { invoice: InvoiceView; children: ReactNode }) {
  const label = invoiceStatusLabel(invoice.status)
  return (
    <div>
      <Breadcrumb href="/invoices">Invoices</Breadcrumb>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="foreign text-2xl font-semibold">{invoiceTitle(invoice)}</h1>
            <InvoiceStatusPill status={invoice.status} dueDate={invoice.dueDate} />
          </div>
          <p className="text-muted mt-1 text-sm">
            {label?.meaning ??
              (typeof invoice.status === 'string' &&
                'This console does not know this status; it shows it as it was sent.')}
          </p>
          <p className="text-muted text-sm">
            <Identifier id={invoice.id} of="invoice" />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
    </div>
  )
}
