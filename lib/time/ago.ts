import { formatCount } from '@/lib/money/amount'
import { calendarDaysBetween } from './instant'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns how long ago an instant was: "just now", "5 min ago", "3 h ago", "2 days ago", in calendar days of the zone. */
export function formatAgo(iso: string, asOf: string, timeZone: string): string {
  const ms = Date.parse(asOf) - Date.parse(iso)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`
  const days = calendarDaysBetween(iso, asOf, timeZone)
  return days === 0 ? 'today' : `${formatCount(days, 'day')} ago`
}
