import type { Big } from 'big.js'
import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { instantsOf, isInOrder, signOfType } from './entry'
import { poolOf } from './pool'

/** A balance that does not follow from the entry before. Exact decimal strings. */
export type BalanceBreak =
  /** The balance before plus the amount is not the balance after. */
  | { kind: 'sum'; before: string; amount: string; after: string; offBy: string }
  /** The previous entry of the pool left another balance than this entry starts with. */
  | { kind: 'gap'; left: string; before: string; offBy: string }

/**
 * Returns the balance breaks of a page, per pool and in order of creation (gaps.md, Transaction sign and balance). An entry
 * is checked only when all its values are readable and no other entry can lie in between: not among entries of the same
 * instant, nor across an entry that names no pool.
 */
export function balanceBreaks(rows: readonly TransactionView[]): Map<TransactionView, BalanceBreak> {
  const breaks = new Map<TransactionView, BalanceBreak>()
  const left = new Map<string, Big>()
  const ordered = inCreationOrder(rows)
  const isAlone = aloneAtTheirInstant(rows)
  for (const row of ordered ?? rows) {
    const { key, isKnown } = poolOf(row)
    if (!isKnown) left.clear()
    const follows = isKnown && ordered !== null && isAlone(row)
    const found = breakOf(row, follows ? (left.get(key) ?? null) : null)
    if (found) breaks.set(row, found)
    const before = exactOf(row.previousBalance) ?? left.get(key)
    const moved = row.newBalance === undefined ? documentedMove(row) : null
    const after = exactOf(row.newBalance) ?? (before && moved ? before.plus(moved) : null)
    if (follows && after) left.set(key, after)
    else left.delete(key)
  }
  return breaks
}

function breakOf(row: TransactionView, left: Big | null): BalanceBreak | null {
  const sent = exactOf(row.previousBalance)
  const after = exactOf(row.newBalance)
  const amount = exactOf(row.amount)
  const before = sent ?? (row.previousBalance === undefined ? left : null)
  const off = before && offBy(row, before)
  if (before && after && amount && off)
    return { kind: 'sum', before: before.toFixed(), amount: amount.toFixed(), after: after.toFixed(), offBy: off }
  if (!sent || !left || sent.eq(left)) return null
  return { kind: 'gap', left: left.toFixed(), before: sent.toFixed(), offBy: sent.minus(left).toFixed() }
}

/**
 * Returns by how much the balance after an entry differs from the balance before it plus its amount, as an exact decimal; null when
 * they agree or one of them is missing. The sign of the amount counts only when it is the documented one of the type.
 */
export function offBy({ newBalance, amount, type }: TransactionView, before: Big): string | null {
  const [after, moved] = [exactOf(newBalance), exactOf(amount)]
  if (!after || !moved) return null
  const isDocumented = signOfType(readable(type)) === (moved.lt(0) ? -1 : 1)
  const moves = isDocumented ? [moved] : [moved, moved.times(-1)]
  const offs = moves.map((move) => after.minus(before).minus(move))
  const [off] = offs.toSorted((one, other) => one.abs().cmp(other.abs()))
  return off && !off.eq(0) ? off.toFixed() : null
}

/** Returns the amount of an entry when it has the documented sign of its type, so that a balance without it can be computed; else null. */
export function documentedMove({ amount, type }: Pick<TransactionView, 'amount' | 'type'>): Big | null {
  const moved = exactOf(amount)
  return moved && signOfType(readable(type)) === (moved.lt(0) ? -1 : 1) ? moved : null
}

/** Returns null when the entries are unordered or one has no creation date. */
function inCreationOrder(rows: readonly TransactionView[]): readonly TransactionView[] | null {
  const instants = instantsOf(rows)
  if (instants.length < rows.length) return null
  if (isInOrder(instants, 'asc')) return rows
  return isInOrder(instants, 'desc') ? rows.toReversed() : null
}

/** Returns a predicate for entries that share their instant with no other entry of the pool; the order of such entries is unknown. */
function aloneAtTheirInstant(rows: readonly TransactionView[]): (row: TransactionView) => boolean {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(momentOf(row), (counts.get(momentOf(row)) ?? 0) + 1)
  return (row) => counts.get(momentOf(row)) === 1
}

const momentOf = (row: TransactionView) => `${readable(row.createdAt)} ${poolOf(row).key}`
