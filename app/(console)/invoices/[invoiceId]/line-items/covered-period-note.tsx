import { useQuery } from '@tanstack/react-query'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { type CoveredPeriod, unusualPeriod } from '@/lib/domain/invoice/covered-period'
import { formatCount } from '@/lib/format/amount'
import { cadenceLabel } from '@/lib/format/labels'
import { readable } from '@/lib/format/unreadable'
import { priceIntervalsQuery } from '@/lib/queries/subscription-summary'

interface CoveredPeriodNoteProps {
  line: InvoiceLineItemView
  /** Null when the invoice names no subscription. */
  subscriptionId: string | null
}

/** Shows "Covers 1 month of a quarterly price" when the subscription's plan names the line's price. */
export function CoveredPeriodNote({ line, subscriptionId }: CoveredPeriodNoteProps) {
  const { data: intervals = {} } = useQuery({
    ...priceIntervalsQuery(subscriptionId ?? ''),
    enabled: subscriptionId !== null,
  })
  const priceId = readable(line.priceId) ?? readable(line.price?.id) ?? ''
  const interval = Object.hasOwn(intervals, priceId) ? intervals[priceId] : undefined
  const period = unusualPeriod(line, interval)
  return period && <p className="text-muted mt-1 text-sm">{periodLabel(period, interval ?? '')}</p>
}

function periodLabel({ months, days }: CoveredPeriod, interval: string): string {
  const length = [months > 0 && formatCount(months, 'month'), days > 0 && formatCount(days, 'day')]
  const name = interval === 'annually' ? 'an annual' : `a ${cadenceLabel(interval).toLowerCase()}`
  return `Covers ${length.filter(Boolean).join(' and ')} of ${name} price`
}
