import { FileDown } from 'lucide-react'
import { Fragment } from 'react'
import { buttonClass } from '@/components/ui/button'
import type { InvoiceView } from '@/contract/console/invoice'
import { ledgersOf, useRecents } from '@/lib/browser/recents'
import { readable } from '@/lib/format/unreadable'
import { readAddress } from '@/lib/browser/operation-address'

interface InvoiceDownloadsProps {
  invoiceId: string
  invoice: Pick<InvoiceView, 'subscriptionId' | 'customerId'>
}

/** Links to the invoice as a file: the customer's copy, then the internal ones. */
export function InvoiceDownloads({ invoiceId, invoice }: InvoiceDownloadsProps) {
  const [ledger, ...others] = ledgersOf(useRecents().pages, {
    subscriptionId: readable(invoice.subscriptionId),
    customerId: readable(invoice.customerId),
  })
  // Uses no ledger when there are several. The server verifies the one it gets.
  const externalId = others.length === 0 ? ledger?.id : undefined
  const files = [
    {
      label: 'Download PDF',
      title: 'The customer’s copy: the lines a customer sees, and their sum',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'customer', externalId }),
    },
    {
      label: 'Internal PDF',
      title: 'Internal copy, not for the customer: every line, hidden ones too, with its check',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'internal' }),
    },
    {
      label: 'Download CSV',
      title: 'Internal copy, not for the customer: every field of every line',
      href: readAddress('downloadInvoiceCsv', { invoiceId }),
    },
  ]
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      {files.map(({ label, title, href }, index) => (
        <Fragment key={label}>
          {index === 1 && <span className="text-muted text-xs">Internal, not for the customer:</span>}
          <a href={href} title={title} className={buttonClass('secondary', true)}>
            <FileDown aria-hidden="true" className="size-3.5" />
            {label}
          </a>
        </Fragment>
      ))}
    </div>
  )
}
