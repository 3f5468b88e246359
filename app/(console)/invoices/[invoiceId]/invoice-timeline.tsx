import { Instant } from '@/components/instant'
import { useTimeZone } from '@/components/time-zone'
import { UtcDay } from '@/components/utc-day'
import { classNames } from '@/components/ui/class-names'
import { Section } from '@/components/ui/section'
import type { InvoiceView } from '@/contract/console/invoice'
import { isAbsent } from '@/lib/format/unreadable'
import { distanceInDays } from '@/lib/format/instant'
import { invoiceDates } from './invoice-dates'

/** The invoice's dates in chronological order; upcoming ones have a hollow mark and "in 12 days". */
export function InvoiceTimeline({ invoice }: { invoice: InvoiceView }) {
  const timeZone = useTimeZone()
  return (
    <Section title="Dates">
      <p className="text-muted mb-3 text-xs">Pending, issue and due days are UTC.</p>
      <ol className="grid gap-x-4 gap-y-3 text-sm sm:grid-cols-5">
        {invoiceDates(invoice).map(({ label, iso, isDay, ahead }) => (
          <li key={label} className="flex min-w-0 gap-2">
            <span
              aria-hidden="true"
              className={classNames(
                'mt-1 size-2.5 shrink-0 rounded-full border',
                isAbsent(iso) ? 'border-line-strong border-dashed' : 'border-line-strong',
                !isAbsent(iso) && !ahead && 'bg-line-strong',
              )}
            />
            <div className="min-w-0">
              <div className="text-muted text-xs">{label}</div>
              <div className="mt-0.5">{isDay ? <UtcDay iso={iso} /> : <Instant iso={iso} />}</div>
              {!isAbsent(iso) && (
                <div className="text-muted text-xs">{distanceInDays(iso, invoice.asOf, isDay ? 'UTC' : timeZone)}</div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
