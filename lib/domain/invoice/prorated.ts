import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { decimalOf, decimalsOfAmount, type Quotient, roundingTo } from '../money/rounding'
import { addUtcMonths, CADENCE_MONTHS } from '../subscription/billing-period'
import { usableDate } from '../time/usable-date'

/** A proration: a full charge for `days` of `of` days, "11 of 30 days", gives `expected` (decimal text). */
export interface Prorated {
  days: number
  of: number
  expected: string
}

type Period = Pick<InvoiceLineItemView, 'startDate' | 'endDate'>

const DAY_MS = 86_400_000
/** A period that ends at 23:59:59 counts its last day. */
const ALMOST_DAY_MS = 1_000

/**
 * Returns the proration that turns one of the `full` charges into `sent`: by days or by time, as part of the month, quarter or year that
 * begins or ends with the line. A negative number is a credit. Null for a line that is not shorter than that interval.
 * @param ofCurrency the decimals of the currency
 */
export function proratedFrom(
  line: Period,
  sent: Big,
  full: readonly (Quotient | null)[],
  ofCurrency: number,
): Prorated | null {
  if (sent.eq(0)) return null
  const [from, to] = [usableDate(line.startDate), usableDate(line.endDate)]
  const [start, end] = [new Date(from ?? ''), new Date(to ?? '')]
  if (!(start < end)) return null
  const partMs = end.getTime() - start.getTime()
  for (const wholeMs of intervalsAround(start, end))
    for (const charge of full)
      for (const [part, all] of [
        [daysOf(partMs), daysOf(wholeMs)],
        [partMs, wholeMs],
      ] as const) {
        if (charge === null || part >= all) continue
        const sign = sent.lt(0) && charge.dividend.gt(0) ? -1 : 1
        const exact = { dividend: charge.dividend.times(part).times(sign), divisor: charge.divisor.times(all) }
        const decimals = decimalsOfAmount(sent, ofCurrency)
        if (roundingTo(exact, sent, decimals) !== null)
          return {
            days: daysOf(partMs),
            of: daysOf(wholeMs),
            expected: decimalOf(exact).round(decimals, Big.roundHalfUp).toFixed(),
          }
      }
  return null
}

const daysOf = (ms: number) => Math.round(ms / DAY_MS)

/** Returns the lengths of the intervals that begin or end with the line; also from the last of a month to the last of another. */
function intervalsAround(start: Date, end: Date): Set<number> {
  const last = new Date(end.getTime() + ALMOST_DAY_MS)
  const lengths = [...CADENCE_MONTHS.values()].flatMap((months) => [
    addUtcMonths(start, months).getTime() - start.getTime(),
    lastOfMonth(addUtcMonths(start, months), start).getTime() - start.getTime(),
    last.getTime() - addUtcMonths(last, -months).getTime(),
    last.getTime() - lastOfMonth(addUtcMonths(last, -months), last).getTime(),
  ])
  return new Set(lengths.filter(Number.isFinite))
}

/** Returns the last day of the month of `date` when `anchor` is the last day of its own month, else `date`. */
function lastOfMonth(date: Date, anchor: Date): Date {
  const next = new Date(anchor.getTime() + DAY_MS)
  if (next.getUTCDate() !== 1) return date
  const moved = new Date(date)
  moved.setUTCMonth(moved.getUTCMonth() + 1, 0)
  return moved
}
