import { Big } from 'big.js'
import type { CurrencyMonth, MonthAmount } from '@/contract/console/check-months'

/** A sum of amounts that fall in one month, of invoices that were issued in one month. */
export interface IssuedAmount extends Pick<MonthAmount, 'month' | 'amount'> {
  issued: string | null
}

type MonthEnd = Omit<CurrencyMonth, 'currency'>

const ZERO = new Big(0)
/** A longer time in which only the deferred amount stands is left out. */
const MAX_GAP = 120

/**
 * Returns what was invoiced, earned and deferred in each month in which something was, in their order, the unknown month last. Earned are
 * the amounts of the month, whenever they were invoiced; deferred at its end are those of later months on invoices issued up to then.
 */
export function monthEnds(amounts: readonly IssuedAmount[]): MonthEnd[] {
  const invoiced = sumsBy(amounts, ({ issued }) => issued)
  const earned = sumsBy(amounts, ({ month }) => month)
  const ahead = amounts.filter(({ issued, month }) => issued !== null && month !== null && month > issued)
  const deferredIn = sumsBy(ahead, ({ issued }) => issued)
  const earnedLater = sumsBy(ahead, ({ month }) => month)
  const known = [...new Set([...invoiced.keys(), ...earned.keys()])].filter((month) => month !== null).toSorted()
  let deferred = ZERO
  const ends: MonthEnd[] = []
  const add = (month: string | null) => {
    deferred = deferred.plus(deferredIn.get(month) ?? ZERO).minus(earnedLater.get(month) ?? ZERO)
    const sums = [invoiced.get(month) ?? ZERO, earned.get(month) ?? ZERO, month === null ? ZERO : deferred] as const
    if (sums.every((sum) => sum.eq(0))) return
    ends.push({ month, invoiced: sums[0].toFixed(), earned: sums[1].toFixed(), deferred: sums[2].toFixed() })
  }
  for (const [nth, month] of known.entries()) {
    add(month)
    if (!deferred.eq(0)) for (const between of monthsBetween(month, known[nth + 1])) add(between)
  }
  if (invoiced.has(null) || earned.has(null)) add(null)
  return ends
}

function sumsBy(amounts: readonly IssuedAmount[], monthOf: (amount: IssuedAmount) => string | null) {
  const sums = new Map<string | null, Big>()
  for (const each of amounts) sums.set(monthOf(each), (sums.get(monthOf(each)) ?? ZERO).plus(each.amount))
  return sums
}

/** Returns the months after one and before another, the first 120. */
function monthsBetween(month: string, next = month): string[] {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  const monthAfter = (count: number) => new Date(Date.UTC(year, nth - 1 + count, 1)).toISOString().slice(0, 7)
  return Array.from({ length: MAX_GAP }, (_, count) => monthAfter(count + 1)).filter((each) => each < next)
}
