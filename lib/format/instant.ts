import { formatCount } from './amount'

const LOCALE = 'en-GB'
const formats = new Map<string, Intl.DateTimeFormat>()

const DAY_MS = 86_400_000

type Shape = 'day' | 'date' | 'dateTime' | 'time' | 'calendarDay'

const SHAPES: Record<Shape, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  calendarDay: { calendar: 'gregory', era: 'short', day: 'numeric', month: 'numeric', year: 'numeric' },
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

/** British English abbreviates September to four letters. */
const withShortMonth = (text: string) => text.replace('Sept', 'Sep')

/** Returns `3 Mar 2027`, the calendar day of the instant in the zone (an IANA name or `UTC`). */
export const formatDate = (iso: string, timeZone: string) => render(iso, 'date', timeZone)

/** Returns `3 Mar`, for places that show the year elsewhere. */
const formatDay = (iso: string, timeZone: string) => render(iso, 'day', timeZone)

/** Returns `3 Mar`, with the year when it differs from that of `asOf`. */
export function formatNearDate(iso: string, asOf: string, timeZone: string): string {
  const isSameYear = formatDate(iso, timeZone).slice(-4) === formatDate(asOf, timeZone).slice(-4)
  return isSameYear ? formatDay(iso, timeZone) : formatDate(iso, timeZone)
}

/** Returns `3 Mar 2027, 14:05`. */
export const formatDateTime = (iso: string, timeZone: string) => render(iso, 'dateTime', timeZone)

/** Returns `14:05:09`. */
export const formatTime = (iso: string, timeZone: string) => render(iso, 'time', timeZone)

/** Returns the calendar day of an instant (milliseconds) in a zone, as the UTC midnight of that date. */
export function calendarDay(instant: number, timeZone: string): number {
  const parts = new Map<string, string>(
    format('calendarDay', timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const [year = 0, month = 1, day = 1] = ['year', 'month', 'day'].map((part) => Number(parts.get(part)))
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(parts.get('era')?.startsWith('B') ? 1 - year : year, month - 1, day)
}

/** Counts calendar days in the zone between two instants: 1 from 23:59 to 00:01; negative when `toIso` is earlier. */
export function calendarDaysBetween(fromIso: string, toIso: string, timeZone: string): number {
  return Math.round((calendarDay(Date.parse(toIso), timeZone) - calendarDay(Date.parse(fromIso), timeZone)) / DAY_MS)
}

/** Returns "today", "in 8 days" or "12 days ago", in calendar days of the zone. */
export function distanceInDays(iso: string, asOf: string, timeZone: string): string {
  const days = calendarDaysBetween(asOf, iso, timeZone)
  if (days === 0) return 'today'
  return days > 0 ? `in ${formatCount(days, 'day')}` : `${formatCount(-days, 'day')} ago`
}

/** Returns the last moment before an end at 00:00 of the zone; any other end unchanged. */
export function lastMoment(endIso: string, timeZone: string): string {
  const end = Date.parse(endIso)
  if (Number.isNaN(end)) return endIso
  const isMidnight = calendarDay(end - 1, timeZone) !== calendarDay(end, timeZone)
  return isMidnight ? new Date(end - 1).toISOString() : endIso
}

/** Returns the last day before or on an end: `30 Nov 2026`. */
export const formatLastDay = (endIso: string, timeZone: string) => formatDate(lastMoment(endIso, timeZone), timeZone)

/** Returns ` · last day 30 Nov` for an end at 00:00 of the zone; empty for any other end. */
function lastDayNote(endIso: string, timeZone: string): string {
  const last = lastMoment(endIso, timeZone)
  return last === endIso ? '' : ` · last day ${formatNearDate(last, endIso, timeZone)}`
}

/** Returns `1 Dec 2026, 00:00 · last day 30 Nov` or `3 Mar 2027, 14:05`. */
export const formatEnd = (endIso: string, timeZone: string) =>
  formatDateTime(endIso, timeZone) + lastDayNote(endIso, timeZone)

/** Returns an end for use in a sentence: `1 Dec 2026, 00:00 (last day 30 Nov)`, `3 Mar 2027`. */
export function formatEndInSentence(endIso: string, timeZone: string): string {
  const last = lastMoment(endIso, timeZone)
  if (last === endIso) return formatDate(endIso, timeZone)
  return `${formatDateTime(endIso, timeZone)} (last day ${formatNearDate(last, endIso, timeZone)})`
}

/** True when the runtime knows the zone, so that a stored preference cannot break a page. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(LOCALE, { timeZone: name }))
  } catch {
    return false
  }
}
