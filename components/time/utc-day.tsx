import { placeholderDay } from '@/lib/time/usable-date'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { isAbsent } from '@/lib/billing-api/unreadable'
import { Absent, NoUsableDate } from '@/components/text/absent'
import { Dated, type InstantProps } from './instant'

interface UtcDayProps extends Pick<InstantProps, 'iso' | 'missing'> {
  /** True for the end of a subscription or period, which is shown as its last day. */
  isEnd?: boolean
  /** For dense tables with the zone in the header: the time shows on hover only, and rows add no tab stops. */
  dense?: boolean
  /** The name of the date, for a placeholder: "due date". */
  name?: string
}

/** A due, issue, period or pending day: always UTC. Hover or focus shows its time in both zones. */
export function UtcDay({ iso, missing, dense = false, isEnd = false, name }: UtcDayProps) {
  if (isAbsent(iso)) return <Absent value={iso}>{missing}</Absent>
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return <NoUsableDate day={placeholder} dense={dense} name={name} />
  return (
    <Dated iso={iso} dense={dense}>
      {isEnd ? formatLastDay(iso) : formatDate(iso, 'UTC')}
    </Dated>
  )
}

interface UtcPeriodProps extends Pick<UtcDayProps, 'missing'> {
  start: UtcDayProps['iso']
  end: UtcDayProps['iso']
}

/** A period by its first and its last day. One without length has the same day twice. */
export const UtcPeriod = ({ start, end, missing }: UtcPeriodProps) => (
  <>
    <UtcDay iso={start} missing={missing} dense /> – <UtcDay iso={end} missing={missing} dense isEnd={start !== end} />
  </>
)
