import { Instant } from '@/components/time/instant'
import { classNames } from '@/components/ui/class-names'
import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/time/utc-day'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { amountOwed, isCredit } from '@/lib/invoices/owed-statuses'
import { usableDate } from '@/lib/time/usable-date'
import { distanceInDays } from '@/lib/time/instant'
import { CustomerLinks } from '@/components/page/customer-links'
import { type InvoiceDate, invoiceDates, overdueLabel } from './invoice-dates'
import { SubscriptionLink } from './subscription-link'
import { useRelated } from './use-comparison'

interface InvoiceTimelineProps {
  invoice: InvoiceView
  planName: string | null
}

/** The dates as a progress line, with the due date in bold; below it the customer and the subscription. */
export function InvoiceTimeline({ invoice, planName }: InvoiceTimelineProps) {
  const { customerId, subscriptionId } = invoice
  const externalIds = useRelated(invoice)?.externalIds ?? []
  return (
    <Section title="Dates, customer and subscription" aside={<span className="text-muted text-xs">Days are UTC</span>}>
      <ol aria-label="Dates" className="grid gap-y-3 text-sm sm:grid-cols-5">
        {invoiceDates(invoice).map((date) => (
          <Step key={date.label} date={date} invoice={invoice} />
        ))}
      </ol>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 border-t pt-3 text-sm">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-muted">Customer</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <CustomerLinks externalIds={externalIds} customerId={customerId} />
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-muted">Subscription</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            {planName !== null && (
              <span className="foreign font-medium">
                <VisibleMarks>{planName}</VisibleMarks>
              </span>
            )}
            <SubscriptionLink id={subscriptionId} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}

/** A date on the line; an upcoming one has a hollow mark, one that was not sent a dashed mark. */
function Step({ date: { label, iso, isDay, ahead }, invoice }: { date: InvoiceDate; invoice: InvoiceView }) {
  const isDue = label === 'Due date'
  const usable = usableDate(iso)
  return (
    <li className="before:bg-line relative min-w-0 max-sm:pl-5 max-sm:before:hidden sm:pt-5 sm:pr-3 sm:before:absolute sm:before:inset-x-0 sm:before:top-1.5 sm:before:h-px">
      <span
        aria-hidden="true"
        className={classNames(
          'border-line-strong absolute top-1 left-0 size-2.5 rounded-full border',
          usable === null && 'border-dashed',
          usable !== null && !ahead ? 'bg-line-strong' : 'bg-surface',
        )}
      />
      <div className="text-muted text-xs">{label}</div>
      <div className={isDue ? 'mt-0.5 font-semibold' : 'mt-0.5'}>
        {isDay ? <UtcDay iso={iso} missing={isDue ? 'No due date sent' : undefined} /> : <Instant iso={iso} utc />}
      </div>
      {usable !== null &&
        (isDue ? <DueDistance due={usable} invoice={invoice} /> : <Distance iso={usable} invoice={invoice} />)}
    </li>
  )
}

const Distance = ({ iso, invoice }: { iso: string; invoice: InvoiceView }) => (
  <div className="text-muted text-xs">{distanceInDays(iso, invoice.asOf, 'UTC')}</div>
)

/** "in 12 days", in red "12 days overdue"; of a credit that nothing is due. */
function DueDistance({ due, invoice }: { due: string; invoice: InvoiceView }) {
  if (isCredit(amountOwed(invoice))) return <div className="text-muted text-xs">a credit: nothing to pay</div>
  const overdue = overdueLabel(invoice)
  if (overdue === undefined) return <Distance iso={due} invoice={invoice} />
  return <div className="text-red text-xs font-medium">{overdue}</div>
}
