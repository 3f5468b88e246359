import type { Big } from 'big.js'
import type { TransactionPageView, TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { instantsOf, isInOrder } from './creation-order'
import { exactOf } from '../money/decimal'
import { lastBalance } from './last-balance'
import { type Pool, poolOf, poolsOf } from './pool'
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
  /** After its newest row that carries one; null where none does, or where nobody knows which row is that one. */
  balance: string | null
  /** How many rows of the instant `at` leave open which of them is the last; 0 where it is known. */
  tied: number
  /** When that row was created. */
  at: TransactionView['createdAt']
  /** Rows of the pool that are newer than that row, and carry no balance that could be read. */
  newer: number
  /** The row by which it fell most; null where it fell by none. */
  drop: BalanceDrop | null
  /** True when a figure of it may be in minor units: `isMaybeMinor` of its rows. */
  isMaybeMinor: boolean
}

/** Instant UTC, amount decimal text; null is what was not sent or could not be read. */
interface LastEntry {
  createdAt: string
  amount: string | null
  unit: string | null
}

/** The balances of a customer, as far as one read of the newest rows tells them. */
export interface LedgerBalances {
  /** How many rows were read. */
  rows: number
  /** Whether all are dated and were sent newest first, as asked. Otherwise nobody knows which balance is the last. */
  isNewestFirst: boolean
  /** The pool with the newest row comes first. */
  pools: PoolBalance[]
  /** The first row; null where it was not sent newest first, or there is none. */
  lastEntry: LastEntry | null
  asOf: string
}

/** Sums a page up that was asked for newest first. A pool without a row on it is not there. */
export function ledgerBalances({ results, asOf, count }: LedgerRead): LedgerBalances {
  const instants = instantsOf(results)
  // Of the oldest instant there may be more rows on the next page.
  const cutAt = count !== null && results.length < count ? instants.at(-1) : undefined
  const isNewestFirst = instants.length === results.length && isInOrder(instants, 'desc')
  return {
    rows: results.length,
    isNewestFirst,
    pools: poolsOf(results).map((pool) =>
      poolBalance(
        pool,
        results.filter((row) => poolOf(row).key === pool.key),
        cutAt,
      ),
    ),
    lastEntry: isNewestFirst ? lastEntryOf(results[0]) : null,
    asOf,
  }
}

type LedgerRead = Pick<TransactionPageView, 'results' | 'asOf' | 'count'>

function lastEntryOf(row: TransactionView | undefined): LastEntry | null {
  const createdAt = readable(row?.createdAt)
  if (!row || createdAt === null) return null
  return { createdAt, amount: readable(row.amount), unit: poolOf(row).unitName }
}

/** `rows`: those of the pool, newest first. */
function poolBalance(pool: Pool, rows: readonly TransactionView[], cutAt: number | undefined): PoolBalance {
  const isMaybeMinor = rows.some((row) => row.isMaybeMinor === true)
  const of = { pool, rows: rows.length, drop: largestDrop(rows), isMaybeMinor }
  const newest = rows.find(({ newBalance }) => readable(newBalance) !== null)
  if (!newest) return { ...of, balance: null, tied: 0, at: null, newer: rows.length }
  const [instant] = instantsOf([newest])
  const together = instant === undefined ? [newest] : rows.filter((row) => instantsOf([row])[0] === instant)
  const balance = instant !== undefined && instant === cutAt ? null : lastBalance(together)
  const newer = rows.findIndex((row) => together.includes(row))
  return { ...of, balance, tied: balance === null ? together.length : 0, at: newest.createdAt, newer }
}

function largestDrop(rows: readonly TransactionView[]): BalanceDrop | null {
  let largest: Big | null = null
  let drop: BalanceDrop | null = null
  for (const row of rows) {
    const fall = fallOf(row)
    if (!fall?.gt(largest ?? 0)) continue
    largest = fall
    drop = { by: fall.toFixed(), at: row.createdAt, type: row.type }
  }
  return drop
}

/**
 * How far a balance fell by a row: by what it was before and after, else by an amount that was sent with a minus. The sign
 * is the API's own: that of a type that can only add says nothing.
 */
function fallOf({ previousBalance, newBalance, amount, type }: TransactionView): Big | null {
  const [before, after, moved] = [previousBalance, newBalance, amount].map(exactOf)
  if (before && after) return before.minus(after)
  return moved && signOfType(readable(type)) !== 1 ? moved.times(-1) : null
}
