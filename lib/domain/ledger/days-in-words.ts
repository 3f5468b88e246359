import { formatDate } from '../../format/instant'

/** Two UTC days, "2026-10-01", both included. */
export interface Days {
  from: string
  to: string
}

const inWords = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/** Returns "on 1 Oct 2026" or "between 1 and 8 Oct 2026", with the month and year of the first day where they differ. */
export function daysInWords({ from, to }: Days): string {
  if (from === to) return `on ${inWords(from)}`
  const [day = '', month = '', year = ''] = inWords(from).split(' ')
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `between ${[day, !isSameMonth && month, !isSameYear && year].filter(Boolean).join(' ')} and ${inWords(to)}`
}
