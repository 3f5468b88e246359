import type { AmountShare, TransactionView } from './transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { poolOf } from './pool'

/** The full length is at most this multiple of the upper quartile. */
const MAX_QUARTILES = 3

/**
 * Returns the size of each amount of a page relative to the others of its unit, ignoring the sign. The full length is the
 * largest amount, but at most three times the upper quartile, so that a few large amounts do not flatten the others. An
 * unreadable amount has no share.
 */
export function amountShares(rows: readonly TransactionView[]): Map<TransactionView, AmountShare> {
  const sizes = rows.map((row) => ({ row, key: poolOf(row).key, size: sizeOf(row) }))
  const byUnit = new Map<string, number[]>()
  for (const { key, size } of sizes) if (size !== null && size > 0) byUnit.set(key, [...(byUnit.get(key) ?? []), size])
  const fullLengths = new Map([...byUnit].map(([key, some]) => [key, fullLengthOf(some)]))
  return new Map(
    sizes.flatMap(({ row, key, size }) => {
      const full = fullLengths.get(key)
      if (size === null || full === undefined) return []
      const share: AmountShare =
        size > full ? { share: 1, isClipped: true } : { share: Math.round((size / full) * 10_000) / 10_000 }
      return [[row, share] as const]
    }),
  )
}

/** Returns the size of an amount, not exact: bars need no more. Null when the amount could not be read, or is too large to draw. */
function sizeOf({ amount }: TransactionView): number | null {
  const sent = readable(amount)
  const size = sent === null ? Number.NaN : Math.abs(Number(sent))
  return Number.isFinite(size) ? size : null
}

function fullLengthOf(sizes: number[]): number | undefined {
  const sorted = sizes.toSorted((a, b) => a - b)
  const quartile = sorted[Math.floor((sorted.length - 1) * 0.75)]
  const largest = sorted.at(-1)
  return quartile === undefined || largest === undefined ? undefined : Math.min(largest, quartile * MAX_QUARTILES)
}
