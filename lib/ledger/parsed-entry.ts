import type { Big } from 'big.js'
import type { TransactionView } from './transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { billableKeyOf, blockIdOf, createdAtOf } from './entry'
import { type Pool, poolOf } from './pool'

/** An entry with what sums and checks use of it, parsed once. Numbers are null when they are missing or unreadable. */
export interface ParsedEntry {
  row: TransactionView
  id: string | null
  type: string | null
  createdAt: string | null
  amount: Big | null
  /** The stored balances. */
  before: Big | null
  after: Big | null
  pool: Pool
  /** As `blockIdOf` and `billableKeyOf`. */
  block: string
  billable: string
}

/** Parses an entry. */
export const parsedEntry = (row: TransactionView): ParsedEntry => ({
  row,
  id: readable(row.id),
  type: readable(row.type),
  createdAt: createdAtOf(row),
  amount: exactOf(row.amount),
  before: exactOf(row.previousBalance),
  after: exactOf(row.newBalance),
  pool: poolOf(row),
  block: blockIdOf(row),
  billable: billableKeyOf(row),
})
