import type { Field } from '@/lib/billing-api/view-of'
import { usableDate } from '@/lib/time/usable-date'

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
  moved.setUTCMonth(moved.getUTCMonth() + months)
  // A day that the month lacks has become one of the next month.
  if (moved.getUTCDate() !== anchor.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** Returns the number of UTC months from the month of one instant to that of another. */
export const monthsBetween = (start: Date, end: Date): number =>
  (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()

/**
 * Returns the billing period of an instant, counted from the anchor `startDate` (gaps.md, Billing period). Returns null for a
 * one-time or unknown cadence, and before the start.
 */
export function billingPeriodAt(startDate: string, cadence: string, at: string): BillingPeriod | null {
  const months = CADENCE_MONTHS.get(cadence)
  const anchor = new Date(startDate)
  const instant = new Date(at)
  if (months === undefined || !(anchor <= instant)) return null

  const guess = Math.floor(monthsBetween(anchor, instant) / months)
  const index = addUtcMonths(anchor, guess * months) > instant ? guess - 1 : guess
  const [start, end] = [addUtcMonths(anchor, index * months), addUtcMonths(anchor, (index + 1) * months)]
  if (Number.isNaN(end.getTime())) return null
  return { number: index + 1, start: start.toISOString(), end: end.toISOString() }
}

/** The period of a line, in whole UTC months and remaining days. */
export interface CoveredPeriod {
  months: number
  days: number
}

const DAY_MS = 86_400_000
const MAX_MONTHS = 1200

/**
 * Returns the period of a line when it differs from its price's interval by a month or more, else null. Proration and a short
 * last period are legitimate, so this is a note, not a finding. Also returns null for an unknown interval.
 */
export function unusualPeriod(
  line: { startDate?: Field<string> | null; endDate?: Field<string> | null },
  cadence: string | undefined,
): CoveredPeriod | null {
  const interval = CADENCE_MONTHS.get(cadence ?? '')
  const [from, to] = [usableDate(line.startDate), usableDate(line.endDate)]
  if (interval === undefined || from === null || to === null) return null
  const [start, end] = [new Date(from), new Date(to)]
  const isShort = end <= addUtcMonths(start, interval - 1)
  const isLong = end >= addUtcMonths(start, interval + 1)
  return end > start && (isShort || isLong) ? lengthOf(start, end) : null
}

/** Returns the time between two instants; null for more than a hundred years. */
export function lengthOf(start: Date, end: Date): CoveredPeriod | null {
  const guess = monthsBetween(start, end)
  if (guess > MAX_MONTHS) return null
  const months = addUtcMonths(start, guess) > end ? guess - 1 : guess
  return { months, days: Math.round((end.getTime() - addUtcMonths(start, months).getTime()) / DAY_MS) }
}
