import type { Big } from 'big.js'
import type { TransactionView } from '@/contract/console/transaction'
import { exactOf } from '../money/decimal'
import { poolOf } from './pool'

/** How long the bar of an amount is. */
export interface AmountShare {
  /** From 0 to 1, the full length. */
  share: number
  /** True when the amount is larger than the full length stands for. */
  isClipped: boolean
}

/** How many times the upper quartile of the amounts the full length is at most. */
const MOST_QUARTILES = 3

/**
 * Returns how large each amount of a page is beside the others of its unit, whatever the sign. The full length is the
 * largest amount, but at most three times the upper quartile: a few large amounts do not flatten the others. An amount
 * that cannot be computed with has no share.
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
      const isClipped = size.gt(full)
      return [[row, { share: isClipped ? 1 : Number(size.div(full).toFixed(4)), isClipped }] as const]
    }),
  )
}

function fullLengthOf(sizes: Big[]): Big | undefined {
  const sorted = sizes.toSorted((a, b) => a.cmp(b))
  const quartile = sorted[Math.floor((sorted.length - 1) * 0.75)]
  const largest = sorted.at(-1)
  const bound = quartile?.times(MOST_QUARTILES)
  return largest && bound?.lt(largest) ? bound : largest
}
