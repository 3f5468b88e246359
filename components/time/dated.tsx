'use client'

import { isDateOnly } from '@/lib/time/end'
import { formatDateTime } from '@/lib/time/instant'
import { useTimeZone } from './time-zone'

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
