import { formatDate, formatMonth } from '@/lib/time/instant'

/** Returns the last day of the month of a day. */
function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Returns the first and the last day of a point: its day, or its month. */
export const daysOfPoint = (day: string, isByMonth: boolean) => ({
  from: day,
  to: isByMonth ? lastDayOfMonth(day) : day,
})

/** Returns a UTC day in words: "3 Oct 2026", or its month: "Oct 2026". */
export function dayLabel(day: string, isMonth: boolean): string {
  return isMonth ? formatMonth(day.slice(0, 7)) : formatDate(`${day}T00:00:00Z`, 'UTC')
}
