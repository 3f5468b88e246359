import { InvoiceTable } from '@/components/invoices/invoice-table'
import { TextLink } from '@/components/text/text-link'
import { Notice } from '@/components/ui/notice'
import type { CustomerInvoice } from '@/lib/customers/customer'
import { invoicePath } from '@/lib/core/paths'
import { invoiceNames } from '@/lib/invoices/invoice-number'
import { isPayableOrPaid } from '@/lib/invoices/owed-statuses'
import { formatCount } from '@/lib/money/amount'
import { problemMark, problemsOf } from '@/lib/invoices/finding-label'
import { InvoiceProblems } from '@/components/lists/invoice-problems'

const FIRST_SHOWN = 10

interface CustomerInvoicesProps {
  invoices: CustomerInvoice[]
  /** When they were read, UTC ISO 8601. */
  readAt: string
}

/** The customer's invoices in the order of the response: overdue ones first, then the newest; ten until the rest is unfolded. */
export const CustomerInvoices = ({ invoices, readAt }: CustomerInvoicesProps) => (
  <InvoiceTable
    caption="Invoices of this customer"
    invoices={invoices}
    readAt={readAt}
    first={FIRST_SHOWN}
    below={(invoice) => (
      <>
        <InvoiceProblems invoice={invoice} />
        {invoice.compared === 'none' && !hasProblem(invoice) && (
          <small title="Its lines could not be compared with other invoices.">Not compared</small>
        )}
      </>
    )}
  />
)

const hasProblem = ({ checked }: CustomerInvoice) => checked !== null && problemMark(checked) !== undefined

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
            <TextLink href={invoicePath(invoice.id)} className="font-medium">
              {nameOf(invoice)}
            </TextLink>
            : {firstProblem(invoice)}
          </li>
        ))}
        {found.length > MAX_SHOWN && <li>and {found.length - MAX_SHOWN} more below</li>}
      </ul>
    </Notice>
  )
}

/** Returns "Charged twice? · 1 more". */
function firstProblem({ checked, currency }: CustomerInvoice): string {
  if (checked === null) return ''
  const count = problemsOf(checked, currency).length
  return [problemMark(checked), count > 1 && `${count - 1} more`].filter(Boolean).join(' · ')
}
