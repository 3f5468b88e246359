import { FileDown } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import { readAddress } from '@/lib/browser/operation-address'

/** Links to the invoice as a file. What is for the customer stands apart from what is not. */
export function InvoiceDownloads({ invoiceId }: { invoiceId: string }) {
  const files = [
    {
      label: 'Download PDF',
      title: 'The customer’s copy: the lines a customer sees, and their sum',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'customer' }),
    },
    {
      label: 'Internal PDF',
      title: 'Not for the customer: every line, hidden ones too, with its check',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'internal' }),
    },
    {
      label: 'Download CSV',
      title: 'Not for the customer: every field of every line',
      href: readAddress('downloadInvoiceCsv', { invoiceId }),
    },
  ]
  return (
    <div className="no-print flex flex-wrap gap-2">
      {files.map(({ label, title, href }) => (
        <a key={label} href={href} title={title} className={buttonClass('secondary', true)}>
          <FileDown aria-hidden="true" className="size-3.5" />
          {label}
        </a>
      ))}
    </div>
  )
}
