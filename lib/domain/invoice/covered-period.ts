import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { addUtcMonths, CADENCE_MONTHS } from '../subscription/billing-period'
import { usableDate } from '../time/usable-date'

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
  line: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>,
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

function lengthOf(start: Date, end: Date): CoveredPeriod | null {
  const guess = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  if (guess > MAX_MONTHS) return null
  const months = addUtcMonths(start, guess) > end ? guess - 1 : guess
  return { months, days: Math.round((end.getTime() - addUtcMonths(start, months).getTime()) / DAY_MS) }
}
