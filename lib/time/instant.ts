import { isDateOnly, lastMoment } from './end'

const LOCALE = 'en-GB'
const formats = new Map<string, Intl.DateTimeFormat>()

const DAY_MS = 86_400_000
/** More than any clock change, except changes of the date line. */
const CLOCK_CHANGE_MS = 3 * 3_600_000

type Shape = 'day' | 'date' | 'dateTime' | 'time' | 'calendarDay' | 'offset'

const SHAPES: Record<Shape, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  calendarDay: { calendar: 'gregory', era: 'short', day: 'numeric', month: 'numeric', year: 'numeric' },
  offset: { timeZoneName: 'longOffset' },
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
  if (Number.isNaN(date.getTime())) return iso
  // A date-only value is the same day in every zone.
  if (isDateOnly(iso)) return withShortMonth(format(shape === 'day' ? 'day' : 'date', 'UTC').format(date))
  const offset = shape === 'dateTime' || shape === 'time' ? ambiguousOffset(date.getTime(), timeZone) : ''
  return withShortMonth(format(shape, timeZone).format(date)) + offset
}

/** Returns ` UTC+2` for a local time that occurs twice, because the clocks go back; empty for any other. */
function ambiguousOffset(instant: number, timeZone: string): string {
  if (timeZone === 'UTC') return ''
  const offset = offsetAt(instant, timeZone)
  const isTwice = [instant - CLOCK_CHANGE_MS, instant + CLOCK_CHANGE_MS].some((near) => {
    const other = offsetAt(near, timeZone)
    return other !== offset && offsetAt(instant + offset - other, timeZone) === other
  })
  if (!isTwice) return ''
  const minutes = Math.abs(offset) / 60_000
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return ` UTC${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`
}

/** Returns the offset of a zone from UTC, in milliseconds, to the second. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = format('offset', timeZone).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const offset = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offset : offset
}

/** British English abbreviates September to four letters. */
const withShortMonth = (text: string) => text.replace('Sept', 'Sep')

/** Returns `3 Mar 2027`, the calendar day of the instant in the zone (an IANA name or `UTC`). */
export const formatDate = (iso: string, timeZone: string) => render(iso, 'date', timeZone)

/** Returns `Mar 2027` of a UTC month, `2027-03`. */
export const formatMonth = (month: string) => formatDate(`${month}-01T00:00:00Z`, 'UTC').replace(/^\d+ /, '')

/** Returns `3 Mar`, for places that show the year elsewhere. */
const formatDay = (iso: string, timeZone: string) => render(iso, 'day', timeZone)

/** Returns `3 Mar`, with the year when it differs from that of `asOf`. */
export function formatNearDate(iso: string, asOf: string, timeZone: string): string {
  const isSameYear = formatDate(iso, timeZone).slice(-4) === formatDate(asOf, timeZone).slice(-4)
  return isSameYear ? formatDay(iso, timeZone) : formatDate(iso, timeZone)
}

/** Returns `3 Mar 2027, 14:05`, and for a local time that occurs twice also its offset: `25 Oct 2026, 02:30 UTC+2`. */
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

/** Returns the last day of an end, `7 Dec 2026`, always in UTC. */
export const formatLastDay = (end: string) => formatDate(lastMoment(end), 'UTC')
