import { isSignedLedger } from '@/components/signed-amount'
import type { TransactionView } from '@/contract/console/transaction'
import { amountShares } from '@/lib/domain/amount-shares'
import { type BalanceBreak, balanceBreaks } from '@/lib/domain/balance-breaks'

/** What the rows of a page tell of each other. */
export interface PageMarks {
  /** Whether the ledger's numbers are signed: `isSignedLedger` of the rows. */
  signed: boolean
  /** Of each amount beside the largest of its unit on the page, from 0 to 1. */
  shares: ReadonlyMap<TransactionView, number>
  breaks: ReadonlyMap<TransactionView, BalanceBreak>
}

/** Of all rows of a page: a filter of it changes none of these. */
export const pageMarks = (rows: readonly TransactionView[]): PageMarks => ({
  signed: isSignedLedger(rows),
  shares: amountShares(rows),
  breaks: balanceBreaks(rows),
})
