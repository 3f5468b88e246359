import type { Big } from 'big.js'
import { createdAtOf } from '@/lib/ledger/entry'
import { poolOf } from '@/lib/ledger/pool'
import type { TransactionView } from '@/lib/ledger/transaction'
import { isUpcoming } from '@/lib/ledger/upcoming'
import { exactOf } from '@/lib/money/decimal'

/** How far one entry lowered the balance of its pool, exact, and its UTC day: "2026-10-01". */
interface Drop {
  by: string
  day: string
}

/**
 * Returns the entry of a pool that lowered its balance the most, by the balances that the API sent; the newest one of several. Null when
 * none did. Entries dated after `asOf` have lowered nothing yet.
 * @param entries newest first
 */
export function largestDrop(entries: readonly TransactionView[], poolKey: string, asOf: string): Drop | null {
  let largest: { by: Big; day: string } | null = null
  for (const entry of entries) {
    const [before, after] = [exactOf(entry.previousBalance), exactOf(entry.newBalance)]
    const day = createdAtOf(entry)?.slice(0, 10)
    if (before === null || after === null || day === undefined) continue
    if (poolOf(entry).key !== poolKey || isUpcoming(entry, asOf)) continue
    const by = before.minus(after)
    if (by.gt(largest?.by ?? 0)) largest = { by, day }
  }
  return largest && { by: largest.by.toFixed(), day: largest.day }
}
