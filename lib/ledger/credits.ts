import type { LedgerPool, PoolBasis } from './whole-ledger'

/*
 * Credits outstanding: what customers had left at the end of a day, from ledgers that were read whole. Days are UTC, amounts exact
 * decimal strings.
 */

/** A price of a credit: "0.05". */
export const PRICE = String.raw`\d{1,20}(\.\d{1,20})?`

/** The most ledgers that are added up: those whose shown read was written last. */
export const MAX_LEDGERS = 2_000

/** How long before the day a block was granted, in days; `other` is what no block with a known grant explains. */
export const CREDIT_AGES = ['to30', 'to90', 'to365', 'over365', 'other'] as const
export type CreditAge = (typeof CREDIT_AGES)[number]

/** The balance of a customer's pool at the end of the day. `gaps` are those of the whole ledger, whatever the day. */
export interface CreditBalance extends PoolBasis {
  externalId: string
  /** Null when amounts have no certain sign. */
  balance: string | null
  /** The parts of the balance; null with it. */
  byAge: Record<CreditAge, string> | null
  /** `balance` × the price of a credit; null without a price. */
  value: string | null
  /** The ledger is complete up to here. */
  asOf: string
}

/** The balances of a pool, of all customers that have it. */
export interface CreditSum {
  pool: LedgerPool
  customers: number
  /** The sum of the balances above zero, and of those below. */
  outstanding: string
  overdrawn: string
  /** The parts of `outstanding`. */
  byAge: Record<CreditAge, string>
  /** `outstanding` × the price of a credit; null without a price. */
  value: string | null
  /** The number of balances that are not known, and of those whose pool has gaps. */
  unknown: number
  broken: number
}

/**
 * Why the balance of a ledger at the day is not known. `never`: nothing was read · `partial`: not read whole · `before`: read before
 * the day ended
 */
export type NotReadReason = 'never' | 'partial' | 'before'

/** The credits outstanding at the end of `day`. */
export interface Credits {
  day: string
  readAt: string
  /** How many customers the console knows, and how many of their ledgers were read whole since the day ended. */
  customers: { known: number; readWhole: number }
  /** The pool with the most customers first. */
  sums: CreditSum[]
  /** The first of them: by pool, the largest first. `more` is the number of others. */
  balances: CreditBalance[]
  more: number
  /** The first customers whose ledger is in no sum, and the number of all of them. */
  notRead: { externalId: string; reason: NotReadReason; asOf: string | null }[]
  notReadCount: number
  /** True when there are more ledgers than one response adds up. */
  hasMore: boolean
  /** True when there are more customers whose ledger was never read than `notReadCount` has. */
  hasMoreNotRead: boolean
}
