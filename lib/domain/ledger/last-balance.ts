import type { TransactionView } from '@/contract/console/transaction'
import { readable } from '../../format/unreadable'
import { chainOf } from '@/contract/billing/balance-chain'
import { exactOf } from '../money/decimal'

/**
 * Returns the final balance of entries of one pool and one instant, as the API sent it. Each entry starts with the balance
 * that another one left, so the entries form a chain. Their order in the response does not matter.
 * @returns null when the entries form no chain, or when the chain has more than one possible end
 */
export function lastBalance(rows: readonly TransactionView[]): string | null {
  const [first] = rows
  if (first && rows.length === 1) return readable(first.newBalance)
  const steps = rows.map(({ previousBalance, newBalance }) => ({
    before: exactOf(previousBalance)?.toFixed() ?? null,
    after: exactOf(newBalance)?.toFixed() ?? null,
    sent: readable(newBalance),
  }))
  const chain = chainOf(steps, null)
  if (chain === null || chain === 'broken') return null
  return steps.find(({ after }) => after === chain.end)?.sent ?? null
}
