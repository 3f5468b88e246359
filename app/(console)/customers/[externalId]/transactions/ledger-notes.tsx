import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '@/lib/money/amount'
import type { TransactionView } from '@/lib/ledger/transaction'
import type { ShownPosition } from './use-ledger-page'

interface LedgerNotesProps {
  rows: readonly TransactionView[]
  position: Pick<ShownPosition, 'page' | 'mismatchedPage'>
}

/** Notes above the rows: a different page than requested, an uncertain unit. */
export function LedgerNotes({ rows, position: { page, mismatchedPage } }: LedgerNotesProps) {
  return (
    <>
      {mismatchedPage !== null && (
        <Warning>
          The billing API returned page {formatNumber(mismatchedPage)} instead of page {formatNumber(page)}. Ask the
          person who runs the console to check BILLING_API_PAGE_PARAM.
        </Warning>
      )}
      {rows.some((row) => row.isUnitUncertain === true) && (
        <Warning>
          Amounts without a unit are shown as sent. They may be in minor units, such as cents: the billing API sends no
          currency with them.
        </Warning>
      )}
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="text-yellow flex items-center gap-1.5 text-xs font-medium">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
