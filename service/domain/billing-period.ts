import type { BillingCadence } from '@/contract/billing/scalars'
import { Temporal } from 'temporal-polyfill'

/** From `start` up to but excluding `end`: ISO instants in UTC with milliseconds. `end` is null after the year 9999. */
export interface BillingPeriod {
  start: string
  end: string | null
}

const LAST_YEAR = 9_999

/** Calendar months of a period; null for a cadence without periods. */
export const MONTHS: Record<BillingCadence, number | null> = { oneTime: null, monthly: 1, quarterly: 3, annually: 12 }

const utc = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO('UTC')
const iso = (time: Temporal.ZonedDateTime) => time.toInstant().toString({ fractionalSecondDigits: 3 })

/**
 * Returns the billing period that contains the instant `at`, in UTC calendar months. Boundaries always count from the
 * anchor `startDate` and are clamped to the month's last day (Jan 31 → Feb 28 → Mar 31; gaps.md, Billing period).
 * @returns null for `oneTime` and before the start
 */
export function billingPeriodAt(options: {
  startDate: string
  cadence: BillingCadence
  at: string
}): BillingPeriod | null {
  const months = MONTHS[options.cadence]
  const anchor = utc(options.startDate)
  const at = utc(options.at)
  if (months === null || Temporal.ZonedDateTime.compare(at, anchor) < 0) return null

  const boundary = (index: number) => anchor.add({ months: index * months })
  const calendarMonths = (at.year - anchor.year) * 12 + (at.month - anchor.month)
  // The period that starts in this month, or the previous one while that start is still ahead.
  const inThisMonth = Math.floor(calendarMonths / months)
  const index = Temporal.ZonedDateTime.compare(boundary(inThisMonth), at) <= 0 ? inThisMonth : inThisMonth - 1
  const end = boundary(index + 1)
  return { start: iso(boundary(index)), end: end.year > LAST_YEAR ? null : iso(end) }
}
