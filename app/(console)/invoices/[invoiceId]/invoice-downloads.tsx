'use client'

import { useCsvForm } from '@/components/csv-download'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { InvoiceView } from '@/contract/console/invoice'
import { readAddress } from '@/contract/console/operation-address'
import { useRelated } from './use-comparison'

interface DownloadMenuProps {
  invoiceId: string
  invoice: InvoiceView
}

/** The invoice as a file: the customer's copy, then the internal ones. */
export function DownloadMenu({ invoiceId, invoice }: DownloadMenuProps) {
  const related = useRelated(invoice)
  const [ledger, ...others] = related?.ledgers ?? []
  // Uses no ledger when there are several. The server verifies the one it gets.
  const externalId = others.length === 0 ? ledger : undefined
  const [form, chooseForm] = useCsvForm()
  const isForExcel = form === 'excel'
  return (
    <Menu label="Download">
      <MenuItem
        label="Customer PDF"
        description={customerPdfNotes(invoice, related !== undefined && externalId === undefined).join(' ')}
        href={readAddress('downloadInvoicePdf', { invoiceId, copy: 'customer', externalId })}
        isFile
      />
      <MenuItem
        label="Internal PDF"
        description="All lines, also hidden ones, with their checks. Not for the customer."
        href={readAddress('downloadInvoicePdf', { invoiceId, copy: 'internal' })}
        isFile
      />
      <MenuItem
        label="CSV"
        description="Every field of every line. Not for the customer."
        href={readAddress('downloadInvoiceCsv', { invoiceId, form: isForExcel ? form : undefined })}
        isFile
      />
      <MenuItem
        label="For Excel"
        description="Semicolons, decimal commas, and IDs that Excel does not change. For every CSV, remembered in this browser."
        checked={isForExcel}
        onSelect={() => chooseForm(isForExcel ? 'csv' : 'excel')}
      />
    </Menu>
  )
}

/** Says what the customer's PDF has, and what it lacks. */
export function customerPdfNotes(
  { pdfGaps, payable }: Pick<InvoiceView, 'pdfGaps' | 'payable'>,
  isCustomerUnknown: boolean,
): string[] {
  return [
    'The lines a customer sees, and their sum.',
    payable === 'unclear' && 'Other amounts of the API don’t agree with this sum or may change it.',
    pdfGaps?.hasIssuer === false && 'Names no seller: set CONSOLE_INVOICE_ISSUER.',
    isCustomerUnknown && 'Has no “Bill to”: the customer’s own ID is not known.',
  ].filter((note) => note !== false)
}
