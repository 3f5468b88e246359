import { Big } from 'big.js'

/** A signed movement in a pool: a customer's allocation of one pricing unit (gaps.md, Transaction sign and balance). */
export interface Movement {
  customerId: string
  /** Null for movements without a unit, which form their own pool. */
  customPricingUnitId: string | null
  amount: string
}

/** Balances of the pool before and after a movement, as exact decimal strings. */
export interface Balances {
  previousBalance: string
  newBalance: string
}

/** Returns a function that tracks the running balance of every pool from zero. Call it in ledger order. */
export function runningBalances(): (movement: Movement) => Balances {
  const balances = new Map<string, Big>()
  return ({ customerId, customPricingUnitId, amount }) => {
    const pool = JSON.stringify([customerId, customPricingUnitId])
    const previous = balances.get(pool) ?? new Big(0)
    const next = previous.plus(amount)
    balances.set(pool, next)
    return { previousBalance: previous.toFixed(), newBalance: next.toFixed() }
  }
}
