'use client'

import { useTimeZone } from '@/components/time-zone'
import { formatDateTime } from '@/lib/format/instant'

/** On paper nothing unfolds: when the invoice was read, and which zone its dates are in. */
export function PrintedAsOf({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return (
    <p className="hidden text-xs print:block">
      As of {formatDateTime(iso, timeZone)} {timeZone}.{' '}
      {timeZone === 'UTC' ? 'All dates are in UTC.' : `Periods of lines are in UTC, other dates in ${timeZone}.`}
    </p>
  )
}
