import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../format/unreadable'

/** What the rows of a ledger's page tell of its newest state; instants UTC, amounts decimal text. */
export interface NewestEntries {
  /** Of each pricing unit the balance after its newest row, where that row has one. */
  balances: { unit: string | null; balance: string }[]
  /** The newest row; null where no row says when it was made. */
  lastEntry: { createdAt: string; type: string | null; amount: string | null; unit: string | null } | null
}

/** The newest of the rows of a page, whichever page it is; `order` decides between rows of one instant. */
export function newestEntries(rows: readonly TransactionView[], order: 'asc' | 'desc'): NewestEntries {
  const newestFirst = (order === 'desc' ? [...rows] : rows.toReversed())
    .flatMap((row) => {
      const createdAt = readable(row.createdAt)
      return createdAt === null ? [] : [{ row, createdAt }]
    })
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const pools = new Map<string | null, TransactionView>()
  for (const { row } of newestFirst) {
    const pool = readable(row.allocationBlock?.customPricingUnitId) ?? unitOf(row)
    if (!pools.has(pool)) pools.set(pool, row)
  }
  const [newest] = newestFirst
  return {
    balances: [...pools.values()].flatMap((row) => {
      const balance = readable(row.newBalance)
      return balance === null ? [] : [{ unit: unitOf(row), balance }]
    }),
    lastEntry: newest
      ? {
          createdAt: newest.createdAt,
          type: readable(newest.row.type),
          amount: readable(newest.row.amount),
          unit: unitOf(newest.row),
        }
      : null,
  }
}

const unitOf = ({ allocationBlock }: TransactionView) => readable(allocationBlock?.pricingUnit)
