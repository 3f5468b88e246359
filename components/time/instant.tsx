'use client'

import type { Field } from '@/lib/billing-api/view-of'
import { placeholderDay } from '@/lib/time/usable-date'
import { formatDateTime } from '@/lib/time/instant'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent, NoUsableDate } from '@/components/text/absent'
import { isDateOnly } from '@/lib/time/end'
import { useTimeZone } from './time-zone'

export interface InstantProps {
  /** UTC ISO 8601; null or undefined when none was sent. */
  iso: Field<string> | null
  /** The text when none was sent. */
  missing?: string
  /** For dense tables: the other zone shows on hover only, and rows add no tab stops. */
  dense?: boolean
  /** Shows UTC, for cards whose days are UTC: no card mixes two zones. */
  utc?: boolean
  /** Shows the zone, when nothing else on the page names it. */
  zoned?: boolean
}

/** An instant in the user's zone; hover or focus shows both UTC and the zone. For days see `UtcDay`. */
export function Instant({ iso, missing, dense = false, utc = false, zoned = false }: InstantProps) {
  const own = useTimeZone()
  const timeZone = utc ? 'UTC' : own
  if (isAbsent(iso)) return <Absent value={iso}>{missing}</Absent>
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return <NoUsableDate day={placeholder} dense={dense} />
  const text = formatDateTime(iso, timeZone)
  return (
    <Dated iso={iso} dense={dense}>
      {zoned ? `${text} ${timeZone}` : text}
    </Dated>
  )
}

interface DatedProps {
  /** UTC ISO 8601. */
  iso: string
  /** For dense tables: the other zone shows on hover only, and rows add no tab stops. */
  dense: boolean
  /** The visible text. */
  children: string
}

/** A date that shows its time in UTC and in the user's zone on hover or focus. */
export function Dated({ iso, dense, children }: DatedProps) {
  const timeZone = useTimeZone()
  const utc = `${formatDateTime(iso, 'UTC')} UTC`
  const isOne = timeZone === 'UTC' || isDateOnly(iso)
  const both = isOne ? utc : `${utc}\n${formatDateTime(iso, timeZone)} ${timeZone}`
  return dense ? (
    <time dateTime={iso} title={both} className="dotted">
      {children}
    </time>
  ) : (
    <time dateTime={iso} tabIndex={0} data-both={both} className="instant">
      {children}
    </time>
  )
}
