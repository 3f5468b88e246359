import { Big } from 'big.js'
import type { PoolBasis } from './whole-ledger'
import { sumOf } from '@/lib/money/decimal'

/** The sums of a pool on a day, and its stored balances; null where the API stores none or they are ambiguous. */
export interface DaySums {
  day: string
  entries: number
  /** Exact sums of all amounts, of the additions (`entry.ts`), and of the expirations. */
  amount: string
  added: string
  expired: string
  opening: string | null
  closing: string | null
}

/** A day with the balance at its start and its end. */
export interface DayBalanced extends DaySums {
  before: string
  balance: string
}

/**
 * Returns the balance before the first day: the first stored balance without the amounts up to it; null when no day has one.
 * @param days all days of a pool, the oldest first
 */
export function startingBalance(days: readonly DaySums[]): Big | null {
  let moved = new Big(0)
  for (const { opening, closing, amount } of days) {
    if (opening !== null) return new Big(opening).minus(moved)
    moved = moved.plus(amount)
    if (closing !== null) return new Big(closing).minus(moved)
  }
  return null
}

/**
 * Returns the balance of each day, in order of the days given. Where the API stores balances, a day whose last one is ambiguous is
 * calculated from the day before, and those before the first stored one back from it; where it does not, the balance is the sum of all
 * amounts so far.
 */
export function daySeries(days: readonly DaySums[], basis: PoolBasis['basis']): DayBalanced[] {
  const stored = basis === 'balances'
  let last: Big = (stored ? startingBalance(days) : null) ?? new Big(0)
  return days.map((day) => {
    const before = last
    const balance: Big = stored && day.closing !== null ? new Big(day.closing) : before.plus(day.amount)
    last = balance
    return { ...day, before: before.toFixed(), balance: balance.toFixed() }
  })
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
export function monthsOf(series: readonly DayBalanced[]): DayBalanced[] {
  const months = new Map<string, DayBalanced>()
  for (const day of series) {
    const key = `${day.day.slice(0, 7)}-01`
    const month = months.get(key)
    months.set(
      key,
      month
        ? {
            ...month,
            entries: month.entries + day.entries,
            amount: new Big(month.amount).plus(day.amount).toFixed(),
            added: new Big(month.added).plus(day.added).toFixed(),
            expired: new Big(month.expired).plus(day.expired).toFixed(),
            closing: day.closing,
            balance: day.balance,
          }
        : { ...day, day: key },
    )
  }
  return [...months.values()]
}
