import { formatDate, formatMonth } from '@/lib/time/instant'

const DAY_MS = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The first and the last UTC day that a chart shows. */
export interface ShownDays {
  from: string
  to: string
  /** True when each point is a month, whose `day` is its first. */
  isByMonth: boolean
}

/** Returns the last day of the month of a day. */
function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month, 0))
}

/** Returns the first and the last day of a point: its day, or its month. */
export const daysOfPoint = (day: string, isByMonth: boolean) => ({
  from: day,
  to: isByMonth ? lastDayOfMonth(day) : day,
})

/** Returns the days between two places of a chart, as shares of its width; whole months in a chart of months. */
export function daysBetweenShares({ from, to, isByMonth }: ShownDays, start: number, end: number): string {
  const count = (utc(to) - utc(from)) / DAY_MS + 1
  const dayAt = (share: number) => dayOf(utc(from) + Math.min(count - 1, Math.floor(share * count)) * DAY_MS)
  const [first, last] = [dayAt(start), dayAt(end)]
  return isByMonth ? `${first.slice(0, 7)}-01..${lastDayOfMonth(last)}` : `${first}..${last}`
}

/** Returns a UTC day in words: "3 Oct 2026", or its month: "Oct 2026". */
export function dayLabel(day: string, isMonth: boolean): string {
  return isMonth ? formatMonth(day.slice(0, 7)) : formatDate(`${day}T00:00:00Z`, 'UTC')
}
