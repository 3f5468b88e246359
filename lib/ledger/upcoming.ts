import type { Big } from 'big.js'
import type { TransactionView } from './transaction'
import type { Upcoming } from './whole-ledger'
import { exactOf } from '@/lib/money/decimal'
import { createdAtOf, partKindOf } from './entry'
import { readable } from '@/lib/billing-api/unreadable'

/** The clocks of an API's nodes differ: an entry that is dated at most this much later has happened. */
const SAME_TIME_MS = 60_000

/** Returns the last UTC instant of the entries that have happened at `asOf`. Later ones count in no balance. */
export const happenedUntil = (asOf: string): string => new Date(Date.parse(asOf) + SAME_TIME_MS).toISOString()

/** True when the entry is dated in the future of `asOf`. */
export function isUpcoming(row: Pick<TransactionView, 'createdAt'>, asOf: string): boolean {
  const createdAt = createdAtOf(row)
  return createdAt !== null && Date.parse(createdAt) > Date.parse(happenedUntil(asOf))
}

export const NOTHING_UPCOMING: Upcoming = { expiring: [], others: 0 }

/** Returns what is to come: what expires, by UTC day, and the number of the other entries. @param rows of one pool, dated in the future */
export function upcomingOf(rows: readonly TransactionView[]): Upcoming {
  const byDay = new Map<string, Big>()
  let others = 0
  for (const row of rows) {
    const [day, amount] = [createdAtOf(row)?.slice(0, 10), exactOf(row.amount)]
    if (partKindOf(readable(row.type)) !== 'expired' || day === undefined || amount === null) others += 1
    else byDay.set(day, amount.abs().plus(byDay.get(day) ?? 0))
  }
  const expiring = [...byDay].map(([day, amount]) => ({ day, amount: amount.toFixed() }))
  return { expiring: expiring.toSorted((one, other) => (one.day < other.day ? -1 : 1)), others }
}
