import { Temporal } from 'temporal-polyfill'

const DAY_MS = 86_400_000

export function plusDays(instant: string, days: number): string {
  return plusMs(instant, days * DAY_MS)
}

export function plusMs(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}

/** Adds calendar months in UTC, clamped to the last day of the month: Jan 31 plus one month is Feb 28 or 29. */
export function plusMonths(instant: string, months: number): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO('UTC')
  return local.add({ months }).toInstant().toString({ fractionalSecondDigits: 3 })
}
