import type { Big } from 'big.js'
import type { TransactionView } from '@/contract/console/transaction'
import { exactOf } from './decimal'
import { poolOf } from './pool'

/**
 * How large each amount of a page is beside the largest of its unit there, whatever the sign: from 0 to 1. Amounts of
 * different units are not held against each other; one that cannot be computed with has no share.
 */
export function amountShares(rows: readonly TransactionView[]): Map<TransactionView, number> {
  const sizes = rows.map((row) => ({ row, key: poolOf(row).key, size: exactOf(row.amount)?.abs() }))
  const largest = new Map<string, Big>()
  for (const { key, size } of sizes) if (size?.gt(largest.get(key) ?? 0)) largest.set(key, size)
  return new Map(
    sizes.flatMap(({ row, key, size }) => {
      const most = largest.get(key)
      return size && most ? [[row, Number(size.div(most).toFixed(4))] as const] : []
    }),
  )
}
