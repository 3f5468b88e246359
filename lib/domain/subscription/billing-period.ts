/** A billing period `[start, end)` in UTC instants; `number` counts from 1 at the subscription's start. */
export interface BillingPeriod {
  number: number
  start: string
  end: string
}

/** The length in months of each recurring billing interval. */
export const CADENCE_MONTHS = new Map([
  ['monthly', 1],
  ['quarterly', 3],
  ['annually', 12],
])

/** Adds UTC calendar months; the day is clamped to the last of the month: 31 Jan → 28 Feb → 31 Mar. */
export function addUtcMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(moved)
  lastDay.setUTCMonth(moved.getUTCMonth() + 1, 0)
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()))
  return moved
}

/**
 * Returns the billing period of an instant, counted from the anchor `startDate` (gaps.md, Billing period). Returns null for a
 * one-time or unknown cadence, and before the start.
 */
export function billingPeriodAt(startDate: string, cadence: string, at: string): BillingPeriod | null {
  const months = CADENCE_MONTHS.get(cadence)
  const anchor = new Date(startDate)
  const instant = new Date(at)
  if (months === undefined || !(anchor <= instant)) return null

  const monthsBetween =
    (instant.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + instant.getUTCMonth() - anchor.getUTCMonth()
  const guess = Math.floor(monthsBetween / months)
  const index = addUtcMonths(anchor, guess * months) > instant ? guess - 1 : guess
  const [start, end] = [addUtcMonths(anchor, index * months), addUtcMonths(anchor, (index + 1) * months)]
  if (Number.isNaN(end.getTime())) return null
  return { number: index + 1, start: start.toISOString(), end: end.toISOString() }
}
