import { isSignedLedger } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { type AmountShare, amountShares } from '@/lib/domain/ledger/amount-shares'
import { type BalanceBreak, balanceBreaks } from '@/lib/domain/ledger/balance-breaks'
import { formatAmount } from '@/lib/format/amount'

/** Facts about the rows of a page that depend on the other rows. */
export interface PageMarks {
  /** True when the ledger's numbers are signed: `isSignedLedger` of the rows. */
  signed: boolean
  /** The share of each amount among the amounts of its unit on the page. */
  shares: ReadonlyMap<TransactionView, AmountShare>
  breaks: ReadonlyMap<TransactionView, BalanceBreak>
}

/** Computes the marks from all rows of a page: a pool filter does not change them. */
export const pageMarks = (rows: readonly TransactionView[]): PageMarks => ({
  signed: isSignedLedger(rows),
  shares: amountShares(rows),
  breaks: balanceBreaks(rows),
})

/** Returns the difference of a balance break: `Off by −0.50`. */
export const offByLabel = ({ offBy: difference }: BalanceBreak) => `Off by ${formatAmount(difference)}`

/** Explains a balance break with the numbers behind it. */
export function balanceBreakLabel(found: BalanceBreak): string {
  return found.kind === 'sum'
    ? `${formatAmount(found.before)} plus the amount ${formatAmount(found.amount)} is not ${formatAmount(found.after)}.`
    : `The transaction before it in this pool ends at ${formatAmount(found.left)}, this one starts at ${formatAmount(found.before)}.`
}
