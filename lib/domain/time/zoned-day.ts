import { calendarDay } from '../../format/instant'

/** From the first millisecond to the one after the last, in UTC. */
export interface Span {
  start: number
  end: number
}

const HOUR_MS = 3_600_000
/** No zone is or was farther from UTC. */
const FARTHEST_MS = 27 * HOUR_MS

/**
 * When a day of the calendar is in a zone: 23 or 25 hours long where the clocks change, none at all where a zone left the
 * day out.
 * @param day `2026-03-03`
 * @param timeZone an IANA name or `UTC`
 */
export function zonedDay(day: string, timeZone: string): Span {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return { start: startOf(midnight, timeZone), end: startOf(midnight + 24 * HOUR_MS, timeZone) }
}

/** The first instant of which a clock in the zone says this day, or a later one. */
function startOf(utcMidnight: number, timeZone: string): number {
  let before = utcMidnight - FARTHEST_MS
  let from = utcMidnight + FARTHEST_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (calendarDay(middle, timeZone) < utcMidnight) before = middle
    else from = middle
  }
  return from
}
