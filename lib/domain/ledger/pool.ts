import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'

/** What a customer has of one pricing unit (gaps.md, Transaction sign and balance). */
export interface Pool {
  /** The same for every row of the pool; stands in the address. */
  key: string
  /** Of the custom pricing unit. */
  unitId: string | null
  /** The unit's name. Without it and without an id the rows name no unit. */
  unitName: string | null
  /** Whether the row could be read as far as its pool. Rows without a block tell no unit: they may be of any pool. */
  isTold: boolean
}

/** The pool that a row belongs to, by its unit's id, else by its name. */
export function poolOf({ allocationBlock: block }: Pick<TransactionView, 'allocationBlock'>): Pool {
  const unitId = readable(block?.customPricingUnitId)
  const unitName = readable(block?.pricingUnit)
  const isTold =
    block !== null && (unitId !== null || (block.customPricingUnitId === null && !isLost(block.pricingUnit, unitName)))
  return { key: keyOf(unitId, unitName), unitId, unitName, isTold }
}

function keyOf(unitId: string | null, unitName: string | null): string {
  if (unitId !== null) return `id:${unitId}`
  return unitName === null ? 'none' : `name:${unitName}`
}

/** Something was sent that could not be read. */
const isLost = (sent: unknown, read: string | null) => sent !== null && read === null

/** Returns the pool of all rows when they have one, and it has a name; else null. */
export function sharedPool(rows: readonly Pick<TransactionView, 'allocationBlock'>[]): Pool | null {
  const [pool, ...others] = poolsOf(rows)
  return pool !== undefined && others.length === 0 && pool.unitName !== null ? pool : null
}

/** The pools of rows, each once, in the order in which they first appear. */
export function poolsOf(rows: readonly Pick<TransactionView, 'allocationBlock'>[]): Pool[] {
  const pools = new Map<string, Pool>()
  for (const row of rows) {
    const pool = poolOf(row)
    if (!pools.has(pool.key)) pools.set(pool.key, pool)
  }
  return [...pools.values()]
}
