import { Notice } from '@/components/ui/notice'
import type { SeenField, SubscriptionChange } from '@/contract/console/change'
import { useTimeZone } from '@/components/time-zone'
import { withoutBidi } from '@/lib/format/bidi'
import { formatDateTime } from '@/lib/format/instant'

const FIELDS: Record<SeenField, string> = {
  status: 'Status',
  startDate: 'Start date',
  endDate: 'End date',
  billingCadence: 'Billing cadence',
  planId: 'Plan id',
  updatedAt: 'Updated',
}

/** Explains that nothing was sent because the subscription has changed, and lists the old and new values. */
export function StaleNotice({ change: { differences } }: { change: SubscriptionChange }) {
  const timeZone = useTimeZone()
  const shown = (field: SeenField, value: string | null) => {
    if (value === null) return 'none'
    const isInstant = field.endsWith('Date') || field === 'updatedAt'
    return isInstant && !Number.isNaN(Date.parse(value))
      ? `${formatDateTime(value, timeZone)} ${timeZone}`
      : withoutBidi(value)
  }
  return (
    <Notice tone="watch" role="alert" title="Nothing was sent: the subscription has changed since you looked">
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {differences.map(({ field, seen, found }) => (
          <div key={field} className="col-span-full grid grid-cols-subgrid items-baseline">
            <dt className="text-muted text-xs">{FIELDS[field]}</dt>
            <dd className="foreign min-w-0">
              {shown(field, seen)} <span aria-hidden="true">→</span>
              <span className="sr-only">, now</span> <span className="font-medium">{shown(field, found)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1">It was read again: above is what would happen now. Confirm once more to send it.</p>
    </Notice>
  )
}
