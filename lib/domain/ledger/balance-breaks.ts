import type { Big } from 'big.js'
import type { BalanceBreak, TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'
import { instantsOf, isInOrder, signOfType } from './entry'
import type { ParsedEntry } from './parsed-entry'
import { poolOf } from './pool'

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
    const sent = { before: exactOf(row.previousBalance), amount: exactOf(row.amount), after: exactOf(row.newBalance) }
    const found = breakOf(row, sent, follows ? (left.get(key) ?? null) : null)
    if (found) breaks.set(row, found)
    const before = sent.before ?? left.get(key)
    const moved =
      row.newBalance === undefined ? documentedMove({ amount: sent.amount, type: readable(row.type) }) : null
    const after = sent.after ?? (before && moved ? before.plus(moved) : null)
    if (follows && after) left.set(key, after)
    else left.delete(key)
  }
  return breaks
}

/** The numbers of an entry; null where one is missing or unreadable. */
interface SentNumbers {
  before: Big | null
  amount: Big | null
  after: Big | null
}

function breakOf(
  row: TransactionView,
  { before: sent, amount, after }: SentNumbers,
  left: Big | null,
): BalanceBreak | null {
  const before = sent ?? (row.previousBalance === undefined ? left : null)
  const off = before && offBy({ after, amount, type: readable(row.type) }, before)
  if (before && after && amount && off)
    return { kind: 'sum', before: before.toFixed(), amount: amount.toFixed(), after: after.toFixed(), offBy: off }
  if (!sent || !left || sent.eq(left)) return null
  return { kind: 'gap', left: left.toFixed(), before: sent.toFixed(), offBy: sent.minus(left).toFixed() }
}

/**
 * Returns by how much the balance after an entry differs from the balance before it plus its amount, as an exact decimal; null when
 * they agree or one of them is missing. The sign of the amount counts only when it is the documented one of the type.
 */
export function offBy({ after, amount, type }: Moved & { after: Big | null }, before: Big): string | null {
  if (!after || !amount) return null
  const off = after.minus(before).minus(amount)
  if (off.eq(0)) return null
  if (documentedMove({ amount, type })) return off.toFixed()
  const otherwise = after.minus(before).plus(amount)
  const least = otherwise.abs().lt(off.abs()) ? otherwise : off
  return least.eq(0) ? null : least.toFixed()
}

type Moved = Pick<ParsedEntry, 'amount' | 'type'>

/** Returns the amount of an entry when it has the documented sign of its type, so that a balance without it can be computed; else null. */
export const documentedMove = ({ amount, type }: Moved): Big | null =>
  amount && signOfType(type) === (amount.lt(0) ? -1 : 1) ? amount : null

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
