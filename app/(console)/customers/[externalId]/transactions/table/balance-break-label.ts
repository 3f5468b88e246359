import type { BalanceBreak } from '@/lib/domain/ledger/balance-breaks'
import { formatAmount } from '@/lib/format/amount'

/** Returns the difference of a balance break: `Off by −0.50`. */
export const offByLabel = ({ offBy: difference }: BalanceBreak) => `Off by ${formatAmount(difference)}`

/** Explains a balance break with the numbers behind it. */
export function balanceBreakLabel(found: BalanceBreak): string {
  return found.kind === 'sum'
    ? `${formatAmount(found.before)} plus the amount ${formatAmount(found.amount)} is not ${formatAmount(found.after)}.`
    : `The transaction before it in this pool ends at ${formatAmount(found.left)}, this one starts at ${formatAmount(found.before)}.`
}
