import { isSignedLedger } from '@/components/signed-amount'
import type { BalanceBreak, EntryMarks, TransactionPageView, TransactionView } from '@/contract/console/transaction'
import { formatAmount } from '@/lib/format/amount'

/** Facts about the rows of a page that depend on the other rows. */
export interface PageMarks {
  /** True when the ledger's numbers are signed: `isSignedLedger` of the rows. */
  signed: boolean
  of: ReadonlyMap<TransactionView, EntryMarks>
}

/** Returns the marks of the rows of a page. */
export const pageMarks = ({ results, marks = [] }: Pick<TransactionPageView, 'results' | 'marks'>): PageMarks => ({
  signed: isSignedLedger(results),
  of: new Map(results.map((row, index) => [row, marks[index] ?? {}])),
})

/** Returns the difference of a balance break: `Off by −0.50`. */
export const offByLabel = ({ offBy: difference }: BalanceBreak) => `Off by ${formatAmount(difference)}`

/** Explains a balance break with the numbers behind it. */
export function balanceBreakLabel(found: BalanceBreak): string {
  return found.kind === 'sum'
    ? `${formatAmount(found.before)} plus the amount ${formatAmount(found.amount)} is not ${formatAmount(found.after)}.`
    : `The transaction before it in this pool ends at ${formatAmount(found.left)}, this one starts at ${formatAmount(found.before)}.`
}
