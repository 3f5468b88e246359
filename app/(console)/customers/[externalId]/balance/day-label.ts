import { formatDate } from '@/lib/format/instant'

/** Returns a UTC day in words: "3 Oct 2026", or its month: "Oct 2026". */
export function dayLabel(day: string, isMonth: boolean): string {
  const label = formatDate(`${day}T00:00:00Z`, 'UTC')
  return isMonth ? label.replace(/^\d+ /, '') : label
}
