import { calendarDay } from './instant'

/** A half-open interval of UTC milliseconds: `start` is included, `end` is not. */
interface Span {
  start: number
  end: number
}

const HOUR_MS = 3_600_000
/** The largest offset from UTC that any zone has had. */
const MAX_OFFSET_MS = 27 * HOUR_MS

/**
 * Returns the span of a calendar day in a zone: 23 or 25 hours when the clocks change, 0 when the zone skipped the day.
 * @param day `2026-03-03`
 * @param timeZone an IANA name or `UTC`
 */
export function zonedDay(day: string, timeZone: string): Span {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return { start: startOf(midnight, timeZone), end: startOf(midnight + 24 * HOUR_MS, timeZone) }
}

/** Returns the first instant at which a clock in the zone shows this day or a later one. */
function startOf(utcMidnight: number, timeZone: string): number {
  let before = utcMidnight - MAX_OFFSET_MS
  let from = utcMidnight + MAX_OFFSET_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (calendarDay(middle, timeZone) < utcMidnight) before = middle
    else from = middle
  }
  return from
}
