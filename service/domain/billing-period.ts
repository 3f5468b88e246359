import type { BillingCadence } from '@/contract/billing/scalars'
import { Temporal } from 'temporal-polyfill'

/** From `start` up to, not including, `end`: ISO instants in UTC with milliseconds; null for an end after the year 9999. */
export interface BillingPeriod {
  start: string
  end: string | null
}

const LAST_YEAR = 9_999

const MONTHS = { oneTime: null, monthly: 1, quarterly: 3, annually: 12 } as const satisfies Record<
  BillingCadence,
  unknown
>

const utc = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO('UTC')
const iso = (time: Temporal.ZonedDateTime) => time.toInstant().toString({ fractionalSecondDigits: 3 })

/**
 * The billing period that holds the instant `at`: calendar months of UTC counted from `startDate`, clamped to the
 * month's last day and always from the anchor (Jan 31 → Feb 28 → Mar 31; gaps.md, Billing period).
 * @returns null for `oneTime`, which has no period, and before the start
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
  // The period that begins in this month, or the one before where that boundary is still to come.
  const inThisMonth = Math.floor(calendarMonths / months)
  const index = Temporal.ZonedDateTime.compare(boundary(inThisMonth), at) <= 0 ? inThisMonth : inThisMonth - 1
  const end = boundary(index + 1)
  return { start: iso(boundary(index)), end: end.year > LAST_YEAR ? null : iso(end) }
}
