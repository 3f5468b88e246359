import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing, OtherDays, Prorated } from './finding'
import { type Quotient, roundingTo } from '@/lib/money/decimal'
import { addUtcMonths, billingPeriodAt, CADENCE_MONTHS, monthsBetween } from '@/lib/subscriptions/billing-period'
import { endMs } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'

type Period = Pick<InvoiceLineItemView, 'startDate' | 'endDate' | 'price'>

/** What else a proration is computed with. */
interface Terms {
  /** The decimals of the currency. */
  decimals: number
  /** The subscription's billing; null when it is unknown. */
  billing: Billing | null
}

const DAY_MS = 86_400_000
/** A period that ends at 23:59:59 counts its last day. */
const ALMOST_DAY_MS = 1_000
/** The decimals of days that are counted by time: a second is 0.00001 days. */
const TIME_DECIMALS = 5

/**
 * Returns the proration that turns one of the `full` charges into `sent`: by days or by time, as part of a billing period of the
 * subscription, or of an interval that begins or ends with the line. A negative number is a credit. Half up comes before other roundings.
 * Null for a line that is not shorter than that interval.
 */
export function proratedFrom(
  line: Period,
  sent: Big,
  full: readonly (Quotient | null)[],
  { decimals, billing }: Terms,
): Prorated | null {
  if (sent.eq(0)) return null
  const [from, to] = [usableDate(line.startDate), usableDate(line.endDate)]
  if (from === null || to === null) return null
  let other: Prorated | null = null
  for (const ms of endsOf(from, to, billing)) {
    const [start, end] = [new Date(from), new Date(ms)]
    if (!(start < end)) continue
    for (const { part, all, isInMonths } of sharesOf(line, start, end, billing))
      for (const charge of full) {
        if (charge === null || part >= all) continue
        const sign = sent.lt(0) && charge.dividend.gt(0) ? -1 : 1
        const exact = { dividend: charge.dividend.times(part).times(sign), divisor: charge.divisor.times(all) }
        const how = roundingTo(exact, sent, decimals)
        if (how === null) continue
        const rounding = how === 'exact' || how === 'halfUp' ? null : how
        const share = isInMonths
          ? { days: part, of: all, unit: 'month' as const }
          : { days: daysOf(part), of: daysOf(all) }
        const found = { ...share, expected: sent.toFixed(), rounding }
        if (rounding === null) return found
        other ??= found
      }
  }
  return other
}

/** Returns the instants at which a line may end: a date-only end includes its day, or not, as does one a day before its period's end. */
function endsOf(from: string, to: string, billing: Billing | null): Set<number> {
  const at = Date.parse(to)
  const period = billing && billingPeriodAt(billing.startDate, billing.cadence, from)
  const isDayBefore = period !== null && Date.parse(period.end) === at + DAY_MS
  return new Set([endMs(to), at, ...(isDayBefore ? [at + DAY_MS] : [])])
}

/** A part of an interval: the two lengths, in milliseconds or in months. */
interface Share {
  part: number
  all: number
  isInMonths: boolean
}

function sharesOf(line: Period, start: Date, end: Date, billing: Billing | null): Share[] {
  const partMs = end.getTime() - start.getTime()
  const ofTime = [...intervalsOf(line, start, end, billing)].flatMap((wholeMs) => [
    { part: wholeDays(partMs), all: wholeDays(wholeMs), isInMonths: false },
    { part: partMs, all: wholeMs, isInMonths: false },
  ])
  const months = monthsBetween(start, end)
  if (months < 1 || addUtcMonths(start, months).getTime() !== end.getTime()) return ofTime
  const known = knownCadences(line, billing).map((cadence) => CADENCE_MONTHS.get(cadence) ?? 0)
  const wholes = new Set(known.length > 0 ? known : CADENCE_MONTHS.values())
  return [...ofTime, ...[...wholes].map((all) => ({ part: months, all, isInMonths: true }))]
}

/** Returns the intervals of the subscription's billing and of the price; none when the subscription's is unknown. */
function knownCadences({ price }: Period, billing: Billing | null): string[] {
  if (billing === null) return []
  const ofPrice = price?.rules.kind === 'fixed' ? price.rules.cadence : undefined
  return [billing.cadence, ofPrice ?? ''].filter((cadence) => CADENCE_MONTHS.has(cadence))
}

/**
 * Returns the whole days of a line that is a part of its subscription's billing period, and those of the period; null for another line,
 * and for an unknown period.
 */
export function daysOfPeriod(line: Period, billing: Billing | null): { days: number; of: number } | null {
  const [from, to] = [usableDate(line.startDate), usableDate(line.endDate)]
  if (from === null || to === null || billing === null) return null
  const [start, end] = [new Date(from), new Date(Math.max(...endsOf(from, to, billing)))]
  const [wholeMs = 0] = start < end ? lengthAt(billing, billing.cadence, start, end) : []
  const [days, of] = [daysOf(wholeDays(end.getTime() - start.getTime())), daysOf(wholeDays(wholeMs))]
  return days > 0 && days < of ? { days, of } : null
}

/**
 * Returns the whole days of the line's interval that would give `sent`, and those of the line; null for an amount that no number of days
 * gives, or that is not a part of the full charge.
 */
export function otherDays(line: Period, sent: Big, full: Big, { decimals, billing }: Terms): OtherDays | null {
  const [from, to] = [usableDate(line.startDate), usableDate(line.endDate)]
  const [part, all] = [sent.abs(), full.abs()]
  if (from === null || to === null || part.eq(0) || part.gte(all)) return null
  const [start, end] = [new Date(from), new Date(to)]
  if (!(start < end)) return null
  const inPeriod = daysOf(wholeDays(endMs(to) - start.getTime()))
  for (const wholeMs of intervalsOf(line, start, end, billing)) {
    const of = daysOf(wholeDays(wholeMs))
    if (!(of > 0) || inPeriod > of) continue
    const days = Number(part.times(of).div(all).toFixed(0))
    const expected = { dividend: all.times(days), divisor: new Big(of) }
    if (days > 0 && days < of && days !== inPeriod && roundingTo(expected, part, decimals) !== null)
      return { days, of, inPeriod }
  }
  return null
}

/**
 * Returns the lengths of the intervals that the line may be a part of: of its subscription's billing, and of the price's own interval.
 * Without a known one that is longer than the line, a month, a quarter or a year.
 */
function intervalsOf(line: Period, start: Date, end: Date, billing: Billing | null): Set<number> {
  const lengths = knownCadences(line, billing).flatMap((cadence) => {
    // The subscription's own period, of 366 days in a leap year, wins over others of the same name.
    const own = lengthAt(billing, cadence, start, end)
    return own.length > 0 ? own : lengthsAround(start, end, CADENCE_MONTHS.get(cadence) ?? 0)
  })
  if (lengths.some((length) => length > end.getTime() - start.getTime())) return new Set(lengths)
  return new Set([...CADENCE_MONTHS.values()].flatMap((months) => lengthsAround(start, end, months)))
}

/** Returns the length of the billing period that has the line: counted from the subscription's start (gaps.md, Billing period). */
function lengthAt(billing: Billing | null, cadence: string, start: Date, end: Date): number[] {
  const period = billing && billingPeriodAt(billing.startDate, cadence, start.toISOString())
  if (!period || end.getTime() > Date.parse(period.end)) return []
  return [Date.parse(period.end) - Date.parse(period.start)]
}

const wholeDays = (ms: number) => Math.round(ms / DAY_MS) * DAY_MS
const daysOf = (ms: number) => Number((ms / DAY_MS).toFixed(TIME_DECIMALS))

/** Returns the lengths of the intervals that begin or end with the line; also from the last of a month to the last of another. */
function lengthsAround(start: Date, end: Date, months: number): number[] {
  const last = new Date(end.getTime() + ALMOST_DAY_MS)
  const lengths = [
    addUtcMonths(start, months).getTime() - start.getTime(),
    lastOfMonth(addUtcMonths(start, months), start).getTime() - start.getTime(),
    last.getTime() - addUtcMonths(last, -months).getTime(),
    last.getTime() - lastOfMonth(addUtcMonths(last, -months), last).getTime(),
  ]
  return lengths.filter(Number.isFinite)
}

/** Returns the last day of the month of `date` when `anchor` is the last day of its own month, else `date`. */
function lastOfMonth(date: Date, anchor: Date): Date {
  const next = new Date(anchor.getTime() + DAY_MS)
  if (next.getUTCDate() !== 1) return date
  const moved = new Date(date)
  moved.setUTCMonth(moved.getUTCMonth() + 1, 0)
  return moved
}
