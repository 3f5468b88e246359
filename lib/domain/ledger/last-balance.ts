import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'

/**
 * The balance that rows of one pool and one instant leave, as it was sent: the end of the chain in which each begins with
 * what another left. Their order in the answer tells nothing of it.
 * @returns null where they make no such chain, or where it may end with more than one of them
 */
export function lastBalance(rows: readonly TransactionView[]): string | null {
  const [first] = rows
  if (first && rows.length === 1) return readable(first.newBalance)
  const steps = rows.flatMap(({ previousBalance, newBalance }) => {
    const [before, after] = [exactOf(previousBalance)?.toFixed(), exactOf(newBalance)?.toFixed()]
    return before === undefined || after === undefined ? [] : [{ before, after, sent: readable(newBalance) }]
  })
  if (steps.length < rows.length) return null
  const surplus = new Map<string, number>()
  for (const { before, after } of steps) {
    surplus.set(before, (surplus.get(before) ?? 0) - 1)
    surplus.set(after, (surplus.get(after) ?? 0) + 1)
  }
  const ends = [...surplus].filter(([, left]) => left !== 0)
  const [start, end] = [-1, 1].map((left) => ends.find((entry) => entry[1] === left)?.[0])
  if (start === undefined || end === undefined || ends.length !== 2) return null
  const reached = new Set([start])
  for (const balance of reached) for (const { before, after } of steps) if (before === balance) reached.add(after)
  return steps.every(({ before }) => reached.has(before))
    ? (steps.find(({ after }) => after === end)?.sent ?? null)
    : null
}
