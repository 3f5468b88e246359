'use client'

import { RefreshCw } from 'lucide-react'
import { formatDateTime, formatTime } from '@/lib/format/instant'
import { useTimeZone } from './time-zone'
import { Button } from './ui/button'

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

/** Reads again what is beside it. */
export const RefreshButton = ({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) => (
  <Button variant="ghost" small aria-label="Refresh" pending={refreshing} onClick={onRefresh}>
    {!refreshing && <RefreshCw aria-hidden="true" className="size-3.5" />}
  </Button>
)
