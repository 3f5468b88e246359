import type { TransactionView } from './transaction'
import type { LedgerPool } from './whole-ledger'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'

/** The pool of an entry. */
export interface Pool extends LedgerPool {
  /** True when the entry's pool was readable. An entry without an allocation block may belong to any pool. */
  isKnown: boolean
}

/** Returns the pool of an entry, by its unit's id, else by the unit's name. */
export function poolOf({ allocationBlock: block }: Pick<TransactionView, 'allocationBlock'>): Pool {
  const unitId = readable(block?.customPricingUnitId)
  const unitName = readable(block?.pricingUnit)
  const isKnown =
    block !== undefined &&
    (unitId !== null || (block.customPricingUnitId === undefined && !isUnreadable(block.pricingUnit)))
  return { key: keyOf(unitId, unitName), unitId, unitName, isKnown }
}

function keyOf(unitId: string | null, unitName: string | null): string {
  if (unitId !== null) return `id:${unitId}`
  return unitName === null ? 'none' : `name:${unitName}`
}

/** True when another pool has a unit of the same name: the name alone does not tell them apart. */
export const isUnitShared = ({ key, unitName }: LedgerPool, among: readonly LedgerPool[]): boolean =>
  among.some((other) => other.key !== key && other.unitName === unitName)

/** Returns the pool of all rows when they have one, and it has a name; else null. */
export function sharedPool(rows: readonly Pick<TransactionView, 'allocationBlock'>[]): Pool | null {
  const [pool, ...others] = poolsOf(rows)
  return pool !== undefined && others.length === 0 && pool.unitName !== null ? pool : null
}

/** Returns the distinct pools of the entries, in order of first appearance. */
export function poolsOf(rows: readonly Pick<TransactionView, 'allocationBlock'>[]): Pool[] {
  const pools = new Map<string, Pool>()
  for (const row of rows) {
    const pool = poolOf(row)
    if (!pools.has(pool.key)) pools.set(pool.key, pool)
  }
  return [...pools.values()]
}
