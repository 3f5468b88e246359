import { formatCount } from './amount'

const LOCALE = 'en-GB'
const formats = new Map<string, Intl.DateTimeFormat>()

type Shape = 'day' | 'date' | 'dateTime' | 'time'

const SHAPES: Record<Shape, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
}

function format(shape: Shape, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape}:${timeZone}`
  const cached = formats.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(LOCALE, { ...SHAPES[shape], timeZone })
  formats.set(key, made)
  return made
}

function render(iso: string, shape: Shape, timeZone: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : withShortMonth(format(shape, timeZone).format(date))
}

/** British English has one month in four letters. */
const withShortMonth = (text: string) => text.replace('Sept', 'Sep')

/** `3 Mar 2027`, the calendar day of that instant in the zone (an IANA name or `UTC`). */
export const formatDate = (iso: string, timeZone: string) => render(iso, 'date', timeZone)

/** `3 Mar`, where the year stands beside it. */
const formatDay = (iso: string, timeZone: string) => render(iso, 'day', timeZone)

/** `3 Mar`, with its year where that is not the one of `asOf`: for what is near. */
export function formatNearDate(iso: string, asOf: string, timeZone: string): string {
  const isSameYear = formatDate(iso, timeZone).slice(-4) === formatDate(asOf, timeZone).slice(-4)
  return isSameYear ? formatDay(iso, timeZone) : formatDate(iso, timeZone)
}

/** `3 Mar 2027, 14:05`. */
export const formatDateTime = (iso: string, timeZone: string) => render(iso, 'dateTime', timeZone)

/** `14:05:09`. */
export const formatTime = (iso: string, timeZone: string) => render(iso, 'time', timeZone)

/** Whole days from one instant to another, counted in full 24 hours, never negative. */
export function wholeDaysBetween(fromIso: string, toIso: string): number {
  return Math.max(0, Math.floor((Date.parse(toIso) - Date.parse(fromIso)) / 86_400_000))
}

/** "in 8 days", "in 1 day", "in less than a day", "12 days ago": full days of 24 hours. */
export function distanceInDays(iso: string, asOf: string): string {
  const isAhead = Date.parse(iso) > Date.parse(asOf)
  const days = isAhead ? wholeDaysBetween(asOf, iso) : wholeDaysBetween(iso, asOf)
  const span = days === 0 ? 'less than a day' : formatCount(days, 'day')
  return isAhead ? `in ${span}` : `${span} ago`
}

/** Whether the runtime knows the zone, so that a stored preference cannot break a page. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(LOCALE, { timeZone: name }))
  } catch {
    return false
  }
}
