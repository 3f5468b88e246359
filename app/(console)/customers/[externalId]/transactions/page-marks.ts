import { isSignedLedger } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { type AmountShare, amountShares } from '@/lib/domain/ledger/amount-shares'
import { type BalanceBreak, balanceBreaks } from '@/lib/domain/ledger/balance-breaks'

/** What the rows of a page tell of each other. */
export interface PageMarks {
  /** Whether the ledger's numbers are signed: `isSignedLedger` of the rows. */
  signed: boolean
  /** How large each amount is beside the others of its unit on the page. */
  shares: ReadonlyMap<TransactionView, AmountShare>
  breaks: ReadonlyMap<TransactionView, BalanceBreak>
}

/** Of all rows of a page: a filter of it changes none of these. */
export const pageMarks = (rows: readonly TransactionView[]): PageMarks => ({
  signed: isSignedLedger(rows),
  shares: amountShares(rows),
  breaks: balanceBreaks(rows),
})
