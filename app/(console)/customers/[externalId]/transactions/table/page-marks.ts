import { isSignedLedger } from '@/components/money/signed-amount'
import type { EntryMarks, TransactionPageView, TransactionView } from '@/lib/ledger/transaction'

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
