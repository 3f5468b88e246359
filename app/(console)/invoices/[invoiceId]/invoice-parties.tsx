import { Clock } from 'lucide-react'
import { Identifier } from '@/components/identifier'
import { UtcDay } from '@/components/utc-day'
import { SummaryPart } from '@/components/ui/summary-part'
import { VisibleMarks } from '@/components/visible-marks'
import type { InvoiceView } from '@/contract/console/invoice'
import { amountOwed, isCredit } from '@/lib/domain/invoice/owed-statuses'
import { usableDate } from '@/lib/domain/time/usable-date'
import { readable } from '@/lib/format/unreadable'
import { CustomerLinks } from '../../_shell/customer-links'
import { dueLabel, overdueLabel } from './invoice-dates'
import { SubscriptionLink } from './subscription-link'
import { useRelated } from './use-comparison'

interface InvoicePartiesProps {
  invoice: InvoiceView
  planName: string | null
}

/** The due date, the customer, and the plan. */
export function InvoiceParties({ invoice, planName }: InvoicePartiesProps) {
  const { dueDate, customerId, asOf } = invoice
  const overdue = overdueLabel(invoice)
  const usableDue = usableDate(dueDate)
  const isCreditInvoice = isCredit(amountOwed(invoice))
  const externalIds = useRelated(invoice)?.externalIds ?? []
  return (
    <section aria-label="Answer" className="bg-surface divide-line grid divide-y rounded-lg border">
      <SummaryPart label="Due">
        {isCreditInvoice && <span className="block text-lg font-semibold">Nothing to pay: a credit</span>}
        <span className={isCreditInvoice ? 'text-muted' : 'text-lg font-semibold'}>
          {isCreditInvoice && usableDue !== null && 'Due date sent: '}
          <UtcDay iso={dueDate} missing="No due date sent" name="due date" />
        </span>
        {usableDue !== null && (
          <>
            <span className="text-muted mx-2 text-xs">UTC</span>
            {isCreditInvoice ? null : overdue === undefined ? (
              <span className="text-muted">{dueLabel(usableDue, asOf)}</span>
            ) : (
              <span className="text-red inline-flex items-center gap-1 font-medium">
                <Clock aria-hidden="true" className="size-4" />
                <span>{overdue}</span>
              </span>
            )}
          </>
        )}
      </SummaryPart>
      <SummaryPart label="Customer">
        <span className="no-print">
          <CustomerLinks externalIds={externalIds} customerId={readable(customerId)} />
        </span>
        <Identifier id={customerId} of="customer" />
      </SummaryPart>
      <SummaryPart label="Subscription">
        {planName !== null && (
          <span className="foreign block font-semibold">
            <VisibleMarks>{planName}</VisibleMarks>
          </span>
        )}
        <SubscriptionLink id={invoice.subscriptionId} />
      </SummaryPart>
    </section>
  )
}
