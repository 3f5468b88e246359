import { isSignedLedger } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { type AmountShare, amountShares } from '@/lib/domain/ledger/amount-shares'
import { type BalanceBreak, balanceBreaks } from '@/lib/domain/ledger/balance-breaks'

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
