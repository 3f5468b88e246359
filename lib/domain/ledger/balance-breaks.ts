import type { Big } from 'big.js'
import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { instantsOf, isInOrder } from './creation-order'
import { exactOf } from '../money/decimal'
import { poolOf } from './pool'
import { signOfType } from './transaction-sign'

/** Where a balance does not follow from what came before it. Decimal strings, exact. */
export type BalanceBreak =
  /** The balance before and the amount do not make the balance after. */
  | { kind: 'sum'; before: string; amount: string; after: string; offBy: string }
  /** The row before it in its pool left another balance than this one begins with. */
  | { kind: 'gap'; left: string; before: string; offBy: string }

/**
 * The breaks in the balances of a page, pool by pool, in the order of creation (gaps.md, Transaction sign and balance):
 * a balance is the one before it plus the amount. Judged only where all that it takes was sent and could be read, and
 * where no other row can lie between: not among rows of one instant, nor across a row that names no pool.
 */
export function balanceBreaks(rows: readonly TransactionView[]): Map<TransactionView, BalanceBreak> {
  const breaks = new Map<TransactionView, BalanceBreak>()
  const left = new Map<string, Big>()
  const ordered = inCreationOrder(rows)
  const isAlone = aloneAtTheirInstant(rows)
  for (const row of ordered ?? rows) {
    const { key, isTold } = poolOf(row)
    if (!isTold) left.clear()
    const follows = isTold && ordered !== null && isAlone(row)
    const found = breakOf(row, follows ? (left.get(key) ?? null) : null)
    if (found) breaks.set(row, found)
    const after = exactOf(row.newBalance)
    if (follows && after) left.set(key, after)
    else left.delete(key)
  }
  return breaks
}

function breakOf(row: TransactionView, left: Big | null): BalanceBreak | null {
  const sent = exactOf(row.previousBalance)
  const after = exactOf(row.newBalance)
  const amount = exactOf(row.amount)
  const before = sent ?? (row.previousBalance === null ? left : null)
  if (before && after && amount) {
    const offs = movesOf(amount, readable(row.type)).map((move) => after.minus(before).minus(move))
    const [off] = offs.toSorted((one, other) => one.abs().cmp(other.abs()))
    if (off && !off.eq(0))
      return {
        kind: 'sum',
        before: before.toFixed(),
        amount: amount.toFixed(),
        after: after.toFixed(),
        offBy: off.toFixed(),
      }
  }
  if (!sent || !left || sent.eq(left)) return null
  return { kind: 'gap', left: left.toFixed(), before: sent.toFixed(), offBy: sent.minus(left).toFixed() }
}

/** What an amount may do to a balance. The sign is the API's own: it counts where it is the documented one of its type. */
function movesOf(amount: Big, type: string | null): Big[] {
  const isDocumented = signOfType(type) === (amount.lt(0) ? -1 : 1)
  return isDocumented ? [amount] : [amount, amount.times(-1)]
}

/** Null where the rows are in no order, or one does not say when it was created. */
function inCreationOrder(rows: readonly TransactionView[]): readonly TransactionView[] | null {
  const instants = instantsOf(rows)
  if (instants.length < rows.length) return null
  if (isInOrder(instants, 'asc')) return rows
  return isInOrder(instants, 'desc') ? rows.toReversed() : null
}

/** Rows of one pool and one instant: nobody knows which of them came first. */
function aloneAtTheirInstant(rows: readonly TransactionView[]): (row: TransactionView) => boolean {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(momentOf(row), (counts.get(momentOf(row)) ?? 0) + 1)
  return (row) => counts.get(momentOf(row)) === 1
}

const momentOf = (row: TransactionView) => `${readable(row.createdAt)} ${poolOf(row).key}`
