import { FileDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { CsvDownload } from '@/components/csv-download'
import { Identifier } from '@/components/identifier'
import { invoiceStatusMeaning, InvoiceStatusPill } from '@/components/invoice-status'
import { MissingGlyphs } from '@/components/missing-glyphs'
import { ReplyBox } from '@/components/reply-box'
import { buttonClass } from '@/components/ui/button'
import { VisibleMarks } from '@/components/visible-marks'
import type { InvoiceView, PdfGaps } from '@/contract/console/invoice'
import { readAddress } from '@/lib/browser/operation'
import { amountOwed, isCredit } from '@/lib/domain/invoice/owed-statuses'
import { creditLabel, invoiceReply } from '@/lib/domain/invoice/invoice-reply'
import { Breadcrumb } from '../../_shell/breadcrumb'
import { invoiceTitle } from './invoice-title'
import { useRelated } from './use-comparison'

interface InvoiceHeadingProps {
  invoiceId: string
  invoice: InvoiceView
  /** ISO 4217 code; null when it is unknown. */
  currency: string | null
  /** The time of the read, and Refresh. */
  asOf: ReactNode
}

/** The invoice's title, its status and what the status means, its files, and the reply to the customer. */
export function InvoiceHeading({ invoiceId, invoice, currency, asOf }: InvoiceHeadingProps) {
  const { id, status, dueDate, issueDate, asOf: at } = invoice
  const total = amountOwed(invoice)
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
            <InvoiceStatusPill status={status} total={total} dueDate={dueDate} issueDate={issueDate} at={at} />
          </div>
          <p className="text-muted mt-1 text-sm">
            <Identifier id={id} of="invoice" />
          </p>
          <p className="foreign text-muted text-sm">
            {isCredit(total) ? `${creditLabel(total ?? '', currency)}: nothing to pay` : invoiceStatusMeaning(status)}
          </p>
        </div>
        <InvoiceDownloads invoiceId={invoiceId} invoice={invoice} />
      </div>
      <div className="mt-3 empty:hidden">
        <ReplyBox reply={(say) => invoiceReply(invoice, currency, say)} />
      </div>
    </div>
  )
}

/** Links to the invoice as a file: the customer's copy, then the internal ones. */
function InvoiceDownloads({ invoiceId, invoice }: Pick<InvoiceHeadingProps, 'invoiceId' | 'invoice'>) {
  const related = useRelated(invoice)
  const [ledger, ...others] = related?.ledgers ?? []
  // Uses no ledger when there are several. The server verifies the one it gets.
  const externalId = others.length === 0 ? ledger : undefined
  const files = [
    {
      label: 'Download PDF',
      title: 'The customer’s copy: the lines a customer sees and their sum',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'customer', externalId }),
    },
    {
      label: 'Internal PDF',
      title: 'Internal copy, not for the customer: all lines, including hidden ones, with their checks',
      href: readAddress('downloadInvoicePdf', { invoiceId, copy: 'internal' }),
    },
  ]
  return (
    <div className="no-print flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        {files.map(({ label, title, href }, index) => (
          <Fragment key={label}>
            {index === 1 && <span className="text-muted text-xs">Internal, not for the customer:</span>}
            <a href={href} title={title} className={buttonClass('secondary', true)}>
              <FileDown aria-hidden="true" className="size-3.5" />
              {label}
            </a>
          </Fragment>
        ))}
        <CsvDownload
          label="Download CSV"
          title="Internal copy, not for the customer: every field of every line"
          addressOf={(form) => readAddress('downloadInvoiceCsv', { invoiceId, form })}
        />
      </div>
      <PdfNotes
        gaps={invoice.pdfGaps}
        isPayableUnclear={invoice.payable === 'unclear'}
        isCustomerUnknown={related !== undefined && externalId === undefined}
      />
    </div>
  )
}

interface PdfNotesProps {
  gaps: PdfGaps | undefined
  isPayableUnclear: boolean
  isCustomerUnknown: boolean
}

/** Names what is missing in the PDFs: the seller, the customer, glyphs. */
export function PdfNotes({ gaps, isPayableUnclear, isCustomerUnknown }: PdfNotesProps) {
  const { hasIssuer = true, characters = [] } = gaps ?? {}
  return (
    <div className="text-muted flex flex-col gap-1 text-xs">
      {isPayableUnclear && (
        <p className="text-yellow">
          The customer’s PDF has the sum of the lines, but other amounts of the API don’t agree with it or may change
          it.
        </p>
      )}
      {!hasIssuer && <p>The customer’s PDF names no seller: set CONSOLE_INVOICE_ISSUER.</p>}
      {isCustomerUnknown && <p>The customer’s PDF has no “Bill to”: the customer’s own ID is not known.</p>}
      <MissingGlyphs characters={characters} />
    </div>
  )
}
