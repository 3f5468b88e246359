'use client'

import type { Unreadable } from '@/contract/console/reading'
import { formatDate, formatDateTime } from '@/lib/format/instant'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { useTimeZone } from './time-zone'

interface UtcDayProps {
  /** UTC ISO 8601; null where none was sent. */
  iso: string | Unreadable | null
  /** What stands where there is none. */
  missing?: string
  /** In dense tables, whose head names the zone: its time shows on hover only, and rows add no tab stops. */
  dense?: boolean
}

/** A due, issue, period or pending day: UTC always, whatever the person's zone. Hover or focus shows its time in both. */
export function UtcDay({ iso, missing, dense = false }: UtcDayProps) {
  const timeZone = useTimeZone()
  if (isAbsent(iso)) return <Absent value={iso}>{missing}</Absent>
  const day = formatDate(iso, 'UTC')
  const utc = `${formatDateTime(iso, 'UTC')} UTC`
  const both = timeZone === 'UTC' ? utc : `${utc}\n${formatDateTime(iso, timeZone)} ${timeZone}`
  if (dense)
    return (
      <time
        dateTime={iso}
        title={both}
        className="decoration-line-strong whitespace-nowrap underline decoration-dotted"
      >
        {day}
      </time>
    )
  return (
    <time dateTime={iso} tabIndex={0} data-both={both} className="instant">
      {day}
    </time>
  )
}
