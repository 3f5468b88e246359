import { Button } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import type { PagePosition } from '@/lib/ledger/page-position'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { NothingYet } from '@/components/customers/nothing-yet'

interface NoTransactionsProps {
  externalId: string
  position: PagePosition
  onPage: (page: number) => void
}

/** A page without rows: states whether the ledger is empty or the page is past its end, and the next step. */
export function NoTransactions({ externalId, position: { page, lastPage, total }, onPage }: NoTransactionsProps) {
  const focusReturn = useFocusReturn()
  const isCounted = total !== null && total > 0
  if (page === 1)
    return (
      <NothingYet of={{ externalId }} title={isCounted ? 'No transactions were sent' : 'No transactions yet'}>
        {isCounted
          ? `The billing API counts ${formatCount(total, 'transaction')} for this customer but sent none. Refresh, or check the customer ID.`
          : 'They appear when a plan allocates credits or usage draws on them. Refresh later, or check the customer ID.'}
      </NothingYet>
    )
  const back = lastPage !== null && lastPage < page ? lastPage : page - 1
  const pageNumber = formatNumber(back)
  return (
    <div {...focusReturn} className="px-4 py-12 text-center text-sm">
      <p className="font-medium">Page {formatNumber(page)} is past the end</p>
      <p className="text-muted mt-1">
        {back === lastPage
          ? `The last page of this ledger is ${pageNumber}.`
          : 'This page has no transactions, and the billing API does not say which page is the last.'}
      </p>
      <Button small className="mt-4" onClick={() => onPage(back)}>
        {back === lastPage ? `Go to the last page, ${pageNumber}` : `Go to page ${pageNumber}`}
      </Button>
    </div>
  )
}
