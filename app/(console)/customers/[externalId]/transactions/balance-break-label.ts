import type { BalanceBreak } from '@/lib/domain/ledger/balance-breaks'
import { formatAmount } from '@/lib/format/amount'

/** Returns the difference of a balance break: `Off by −0.50`. */
export const offByLabel = ({ offBy: difference }: BalanceBreak) => `Off by ${formatAmount(difference)}`

/** Explains a balance break with the numbers behind it. */
export function balanceBreakLabel(found: BalanceBreak): string {
  return found.kind === 'sum'
    ? `${formatAmount(found.before)} and an amount of ${formatAmount(found.amount)} do not make ${formatAmount(found.after)}.`
    : `The row before it in this pool left ${formatAmount(found.left)}, this one begins with ${formatAmount(found.before)}.`
}
