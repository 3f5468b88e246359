import { CsvItems } from '@/components/lists/list-menu'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { readAddress } from '@/lib/core/operation-address'
import { printInvoicePath } from '@/lib/core/paths'
import { AskedItems, type AskedParts } from '@/components/page/asked-parts'
import { useRelated } from './use-comparison'

/** The copies of the invoice for paper. They are plain links: a prefetch would write an audit entry. */
export function PrintMenu({ invoice }: { invoice: InvoiceView }) {
  const related = useRelated(invoice)
  const [ledger, ...others] = related?.ledgers ?? []
  // Uses no ledger when there are several. The server verifies the one it gets.
  const externalId = others.length === 0 ? ledger : undefined
  return (
    <Menu label="Print">
      <MenuItem
        label="Customer copy"
        description={customerCopyNotes(invoice, related !== undefined && externalId === undefined).join(' ')}
        href={printInvoicePath(invoice.id, externalId === undefined ? {} : { externalId })}
        isFile
      />
      <MenuItem
        label="Internal copy"
        description="All lines, also hidden ones, with their checks. Not for the customer."
        href={printInvoicePath(invoice.id, { for: 'internal' })}
        isFile
      />
    </Menu>
  )
}

/** The rarer actions of the invoice. */
export const MoreMenu = ({ invoiceId, parts }: { invoiceId: string; parts: AskedParts }) => (
  <Menu label="More">
    <CsvItems
      description="Every field of every line. Not for the customer."
      addressOf={(form) => readAddress('downloadInvoiceCsv', { invoiceId, form })}
    />
    <AskedItems parts={parts} />
  </Menu>
)

/** Says what the customer's copy has, and what it lacks. */
export function customerCopyNotes({ payable }: Pick<InvoiceView, 'payable'>, isCustomerUnknown: boolean): string[] {
  return [
    'The lines a customer sees, and their sum.',
    payable === 'unclear' && 'Other amounts of the API don’t agree with this sum or may change it.',
    isCustomerUnknown && 'Has no “Bill to”: the customer’s own ID is not known.',
  ].filter((note) => note !== false)
}
