import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '@/lib/money/amount'

interface LedgerNotesProps {
  /** True when amounts may be in minor units: the API does not say whether they are money. */
  isUnitUncertain: boolean
  /** The page shown, and the page number that its response has instead; null when they are the same. */
  page: number
  mismatchedPage: number | null
}

/** Notes above the rows: a different page than requested, an uncertain unit. */
export function LedgerNotes({ isUnitUncertain, page, mismatchedPage }: LedgerNotesProps) {
  return (
    <>
      {mismatchedPage !== null && (
        <Warning>
          The billing API returned page {formatNumber(mismatchedPage)} instead of page {formatNumber(page)}. Ask the
          person who runs the console to check BILLING_API_PAGE_PARAM.
        </Warning>
      )}
      {isUnitUncertain && (
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
