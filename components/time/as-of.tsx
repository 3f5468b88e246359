import { RefreshCw } from 'lucide-react'
import { formatAgo } from '@/lib/time/ago'
import { formatDateTime, formatTime } from '@/lib/time/instant'
import { useTimeZone } from './time-zone'
import { Button } from '@/components/ui/button'

/** "as of 14:05:09" with a refresh button. */
export function AsOf({ iso, refreshing, onRefresh }: { iso: string; refreshing: boolean; onRefresh: () => void }) {
  const timeZone = useTimeZone()
  return (
    <span className="no-print text-muted flex items-center gap-1 text-xs">
      <span>
        as of{' '}
        <time dateTime={iso} title={`${formatDateTime(iso, timeZone)} ${timeZone}`} className="tabular-nums">
          {formatTime(iso, timeZone)}
        </time>{' '}
        {timeZone === 'UTC' ? 'UTC' : ''}
      </span>
      <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
    </span>
  )
}

const HOUR_MS = 3_600_000

/** Says when a row was read, unless that was less than an hour before the page. `at`: the time of the page. */
export function ReadAgo({ asOf, at }: { asOf: string; at: string }) {
  const timeZone = useTimeZone()
  if (Date.parse(at) - Date.parse(asOf) < HOUR_MS) return null
  return (
    <span className="text-muted block text-xs whitespace-nowrap">
      read{' '}
      <time dateTime={asOf} title={`${formatDateTime(asOf, timeZone)} ${timeZone}`}>
        {formatAgo(asOf, at, timeZone)}
      </time>
    </span>
  )
}

/** Reads again what is beside it. */
export const RefreshButton = ({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) => (
  <Button variant="ghost" small aria-label="Refresh" pending={refreshing} onClick={onRefresh}>
    {!refreshing && <RefreshCw aria-hidden="true" className="size-3.5" />}
  </Button>
)
