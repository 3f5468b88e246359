import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { exactOf } from '../money/decimal'

/**
 * Returns the final balance of entries of one pool and one instant, as the API sent it. Each entry starts with the balance
 * that another one left, so the entries form a chain. Their order in the response does not matter.
 * @returns null when the entries form no chain, or when the chain has more than one possible end
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
