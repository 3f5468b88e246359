'use client'

import type { Unreadable } from '@/contract/console/reading'
import { formatDateTime, formatEnd } from '@/lib/format/instant'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { Dated } from './dated'
import { useTimeZone } from './time-zone'

interface InstantProps {
  /** UTC ISO 8601; null where none was sent. */
  iso: string | Unreadable | null
  /** What stands where there is none. */
  missing?: string
  /** In dense tables: the other zone shows on hover only, and rows add no tab stops. */
  dense?: boolean
  /** It ends something: at 00:00 it names the last day. */
  isEnd?: boolean
  /** Names the zone beside it, where nothing else on the page does. */
  zoned?: boolean
}

/** An instant in the person's zone; hover or focus shows UTC and the zone both. For days see `UtcDay`. */
export function Instant({ iso, missing, dense = false, isEnd = false, zoned = false }: InstantProps) {
  const timeZone = useTimeZone()
  if (isAbsent(iso)) return <Absent value={iso}>{missing}</Absent>
  return (
    <Dated iso={iso} dense={dense}>
      {(isEnd ? formatEnd(iso, timeZone) : formatDateTime(iso, timeZone)) +
        (zoned ? `${isEnd ? ' ·' : ''} ${timeZone}` : '')}
    </Dated>
  )
}
