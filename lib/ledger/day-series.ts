import { Big } from 'big.js'
import { groupBy } from '@/lib/core/group-by'
import { sumOf } from '@/lib/money/decimal'

/** The sums of a pool on a day, with the balance at its start and its end. */
export interface DayBalanced {
  day: string
  entries: number
  /** Exact sums of all amounts, of the additions (`entry.ts`), and of the expirations. */
  amount: string
  added: string
  expired: string
  before: string
  balance: string
}

/**
 * Returns the balances at the start of `from` and at the end of `to`, both included, and what the amounts between do not explain.
 * @param series all days of a pool; with none, everything is zero
 */
export function balancesBetween(series: readonly DayBalanced[], from: string, to: string) {
  const opening = series.findLast(({ day }) => day < from)?.balance ?? series[0]?.before ?? '0'
  const closing = series.findLast(({ day }) => day <= to)?.balance ?? series[0]?.before ?? '0'
  const moved = sumOf(series.filter(({ day }) => day >= from && day <= to).map(({ amount }) => amount))
  return { opening, closing, unexplained: new Big(closing).minus(opening).minus(moved).toFixed() }
}

/** Adds up the days of each month. The day of a month is its first; its balances are those of its first and last day. */
export const monthsOf = (series: readonly DayBalanced[]): DayBalanced[] =>
  [...groupBy(series, ({ day }) => `${day.slice(0, 7)}-01`)].map(([month, days]) => ({
    day: month,
    entries: days.reduce((sum, { entries }) => sum + entries, 0),
    amount: sumOf(days.map(({ amount }) => amount)).toFixed(),
    added: sumOf(days.map(({ added }) => added)).toFixed(),
    expired: sumOf(days.map(({ expired }) => expired)).toFixed(),
    before: days[0].before,
    balance: (days.at(-1) ?? days[0]).balance,
  }))
