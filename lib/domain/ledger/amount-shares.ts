import type { Big } from 'big.js'
import type { AmountShare, TransactionView } from '@/contract/console/transaction'
import { exactOf } from '../money/decimal'
import { poolOf } from './pool'

/** The full length is at most this multiple of the upper quartile. */
const MAX_QUARTILES = 3

/**
 * Returns the size of each amount of a page relative to the others of its unit, ignoring the sign. The full length is the
 * largest amount, but at most three times the upper quartile, so that a few large amounts do not flatten the others. An
 * unreadable amount has no share.
 */
export function amountShares(rows: readonly TransactionView[]): Map<TransactionView, AmountShare> {
  const sizes = rows.map((row) => ({ row, key: poolOf(row).key, size: exactOf(row.amount)?.abs() }))
  const byUnit = new Map<string, Big[]>()
  for (const { key, size } of sizes) if (size?.gt(0)) byUnit.set(key, [...(byUnit.get(key) ?? []), size])
  const fullLengths = new Map([...byUnit].map(([key, some]) => [key, fullLengthOf(some)]))
  return new Map(
    sizes.flatMap(({ row, key, size }) => {
      const full = fullLengths.get(key)
      if (!size || !full) return []
      const share: AmountShare = size.gt(full)
        ? { share: 1, isClipped: true }
        : { share: Number(size.div(full).toFixed(4)) }
      return [[row, share] as const]
    }),
  )
}

function fullLengthOf(sizes: Big[]): Big | undefined {
  const sorted = sizes.toSorted((a, b) => a.cmp(b))
  const quartile = sorted[Math.floor((sorted.length - 1) * 0.75)]
  const largest = sorted.at(-1)
  const bound = quartile?.times(MAX_QUARTILES)
  return largest && bound?.lt(largest) ? bound : largest
}
