'use client'

import { Notice } from '@/components/ui/notice'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { CustomerInvoice } from '@/contract/console/customer'
import { invoicePath } from '@/lib/browser/paths'
import { isPayableOrPaid } from '@/lib/domain/invoice/charged-wrongly'
import { invoiceNames } from '@/lib/domain/invoice/invoice-number'
import { formatCount } from '@/lib/format/amount'
import { problemsOf } from '@/lib/format/finding-label'

const MAX_SHOWN = 5

/** Lists the findings of invoices that the customer pays or paid, in the words of each invoice's page. */
export function ChargeNotices({ invoices }: { invoices: readonly CustomerInvoice[] }) {
  const found = invoices.filter(isPayableOrPaid).flatMap(({ id, number, currency, checked }) => {
    const problems = checked === null ? [] : problemsOf(checked, currency)
    return problems.length > 0 ? { id, number, problems } : []
  })
  if (found.length === 0) return null
  const nameOf = invoiceNames(invoices)
  const title = `${formatCount(found.length, 'invoice needs', 'invoices need')} a look, as last read`
  return (
    <Notice tone="watch" title={title}>
      <ul className="foreign mt-1 space-y-1">
        {found.slice(0, MAX_SHOWN).map(({ problems, ...invoice }) => (
          <li key={invoice.id}>
            <Link href={invoicePath(invoice.id)} prefetch={false} className="text-accent font-medium hover:underline">
              <VisibleMarks>{nameOf(invoice)}</VisibleMarks>
            </Link>
            : <VisibleMarks>{problems.join(' · ')}</VisibleMarks>
          </li>
        ))}
        {found.length > MAX_SHOWN && <li>and {found.length - MAX_SHOWN} more</li>}
      </ul>
    </Notice>
  )
}
