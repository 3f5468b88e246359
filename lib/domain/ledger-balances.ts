import type { Big } from 'big.js'
import type { TransactionPageView, TransactionView } from '@/contract/console/transaction'
import { readable } from '../format/unreadable'
import { instantsOf, isInOrder } from './creation-order'
import { bigOf } from './decimal'
import { type Pool, poolOf } from './pool'
import { signOfType } from './transaction-sign'

/** A row by which a balance fell. */
interface BalanceDrop {
  /** How far, as a positive decimal. */
  by: string
  at: TransactionView['createdAt']
  type: TransactionView['type']
}

/** What the newest rows of a ledger say of one of its pools. */
export interface PoolBalance {
  pool: Pool
  /** How many of the rows are of this pool. */
  rows: number
  /** After its newest row that carries one; null where none does. */
  balance: string | null
  /** When that row was created. */
  at: TransactionView['createdAt']
  /** Rows of the pool that are newer than that row, and carry no balance that could be read. */
  newer: number
  /** The row by which it fell most; null where it fell by none. */
  drop: BalanceDrop | null
}

/** The balances of a customer, as far as one read of the newest rows tells them. */
export interface LedgerBalances {
  /** How many rows were read. */
  rows: number
  /** Whether they were sent newest first, as asked. Otherwise nobody knows which balance is the last. */
  isNewestFirst: boolean
  /** The pool with the newest row comes first. */
  pools: PoolBalance[]
  asOf: string
}

/** Sums a page up that was asked for newest first. A pool without a row on it is not there. */
export function ledgerBalances({ results, asOf }: Pick<TransactionPageView, 'results' | 'asOf'>): LedgerBalances {
  const pools = new Map<string, PoolBalance>()
  const largestFalls = new Map<string, Big>()
  for (const row of results) {
    const pool = poolOf(row)
    const sum = pools.get(pool.key) ?? { pool, rows: 0, balance: null, at: null, newer: 0, drop: null }
    pools.set(pool.key, sum)
    sum.rows += 1
    if (sum.balance === null) {
      sum.balance = readable(row.newBalance)
      if (sum.balance === null) sum.newer += 1
      else sum.at = row.createdAt
    }
    const fall = fallOf(row)
    if (fall?.gt(largestFalls.get(pool.key) ?? 0)) {
      largestFalls.set(pool.key, fall)
      sum.drop = { by: fall.toFixed(), at: row.createdAt, type: row.type }
    }
  }
  return {
    rows: results.length,
    isNewestFirst: isInOrder(instantsOf(results), 'desc'),
    pools: [...pools.values()],
    asOf,
  }
}

/**
 * How far a balance fell by a row: by what it was before and after, else by an amount that was sent with a minus. The sign
 * is the API's own: that of a type that can only add says nothing.
 */
function fallOf({ previousBalance, newBalance, amount, type }: TransactionView): Big | null {
  const [before, after, moved] = [previousBalance, newBalance, amount].map((sent) => bigOf(readable(sent) ?? ''))
  if (before && after) return before.minus(after)
  return moved && signOfType(readable(type)) !== 1 ? moved.times(-1) : null
}
