import type { Unreadable } from '@/contract/console/reading'
import { formatDate } from '@/lib/format/instant'
import { isAbsent } from '@/lib/format/unreadable'
import { Absent } from './absent'
import { Dated } from './dated'

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
  if (isAbsent(iso)) return <Absent value={iso}>{missing}</Absent>
  return (
    <Dated iso={iso} dense={dense}>
      {formatDate(iso, 'UTC')}
    </Dated>
  )
}
