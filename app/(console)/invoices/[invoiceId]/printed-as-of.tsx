'use client'

import { useTimeZone } from '@/components/time-zone'
import { formatDateTime } from '@/lib/format/instant'

/** The time of the read and the zone of the dates, for print, where nothing unfolds. */
export function PrintedAsOf({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  return (
    <p className="hidden text-xs print:block">
      As of {formatDateTime(iso, timeZone)} {timeZone}.{' '}
      {timeZone === 'UTC' ? 'All dates are in UTC.' : `Periods of lines are in UTC, other dates in ${timeZone}.`}
    </p>
  )
}
