import { Big } from 'big.js'

/** A signed movement in a pool: what a customer has of one pricing unit (gaps.md, Transaction sign and balance). */
export interface Movement {
  customerId: string
  /** Null where the movement names no unit: those are a pool of their own. */
  customPricingUnitId: string | null
  amount: string
}

/** The balance of the movement's pool before and after it. Decimal strings, exact. */
export interface Balances {
  previousBalance: string
  newBalance: string
}

/** Keeps the running balance of every pool, from nothing: give it the movements in the order of the ledger. */
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
