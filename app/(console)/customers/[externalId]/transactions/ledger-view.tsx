'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { ProblemPanel } from '@/components/problem-panel'
import { Pagination } from '@/components/ui/pagination'
import { Section } from '@/components/ui/section'
import { formatCount } from '@/lib/format/amount'
import { problemOf } from '@/lib/browser/problem-of'
import { useRemember } from '@/lib/browser/recents'
import { rowsInWords } from '@/lib/domain/page-position'
import { operationQuery } from '@/lib/queries/operation-query'
import { ResponseRawJson } from '../../../_shell/raw-json-section'
import { useSubscriptionActions } from '../../../_subscription-actions/use-subscription-actions'
import { LedgerHeading } from './ledger-heading'
import { NoTransactions } from './no-transactions'
import { recentCustomer } from './recent-customer'
import { RowActions } from './row-actions'
import { PAGE_SIZES } from './search-params'
import { TransactionsTable } from './transactions-table'
import { useLedgerSearch } from './use-ledger-search'
import { usePagePosition } from './use-page-position'

/** A row's menu has just read the subscription to say what can be done: its dialog need not read it again. */
const MENU_READ_FRESH_MS = 30_000

/** A customer's ledger (section 4.5), one page at a time; page, size and order are in the address. */
export function LedgerView({ externalId }: { externalId: string }) {
  const { search, showPage, setOrder, setPageSize } = useLedgerSearch()
  const {
    data: ledgerPage,
    error,
    isFetching,
    refetch,
  } = useQuery(operationQuery('listTransactions', { externalId, ...search }))
  const position = usePagePosition(ledgerPage, search)
  const { act, notice, dialog } = useSubscriptionActions()
  const rows = useRef<HTMLDivElement>(null)
  const remember = useRemember()
  useEffect(() => {
    if (ledgerPage) remember(recentCustomer(ledgerPage, search.order))
  }, [ledgerPage, search.order, remember])

  const turnTo = (page: number) => {
    showPage(page)
    if (rows.current && rows.current.getBoundingClientRect().top < 0) rows.current.scrollIntoView()
  }
  const refresh = () => void refetch()
  const isEmpty = ledgerPage?.results.length === 0

  return (
    <div className="space-y-4">
      <LedgerHeading externalId={externalId}>
        {ledgerPage && <AsOf iso={ledgerPage.asOf} refreshing={isFetching} onRefresh={refresh} />}
      </LedgerHeading>
      {notice}
      {error && (
        <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
          {ledgerPage && <p className="mt-1">Below is what was read before.</p>}
        </ProblemPanel>
      )}
      <div ref={rows} className="scroll-mt-16">
        <Section
          title="Transactions"
          flush
          aside={
            position.total !== null && (
              <span className="text-muted text-xs">{formatCount(position.total, 'transaction')}</span>
            )
          }
        >
          {error && !ledgerPage && <p className="text-muted p-4 text-sm">The rows of this page could not be read.</p>}
          {isEmpty && <NoTransactions position={position} onPage={turnTo} />}
          {!isEmpty && (ledgerPage || !error) && (
            <TransactionsTable
              transactions={ledgerPage?.results}
              expectedRows={position.rowCount}
              order={search.order}
              onOrder={setOrder}
              renderActions={(transaction) => (
                <RowActions
                  transaction={transaction}
                  onAct={(action, id) =>
                    act(action, { id, externalCustomerId: externalId, freshForMs: MENU_READ_FRESH_MS })
                  }
                />
              )}
            />
          )}
          {!(isEmpty && search.page === 1) && (
            <div className="no-print bg-surface sticky bottom-0 z-10 rounded-b-lg border-t px-4 py-2">
              <Pagination
                page={search.page}
                lastPage={position.lastPage}
                hasNext={position.hasNext}
                onPage={turnTo}
                pageSize={search.pageSize}
                pageSizes={PAGE_SIZES}
                onPageSize={setPageSize}
              >
                {ledgerPage || position.rows ? rowsInWords(position) : `Page ${position.page}`}
              </Pagination>
            </div>
          )}
        </Section>
      </div>
      {ledgerPage && <DriftPanel drift={ledgerPage.drift} />}
      <ResponseRawJson operation="listRawTransactions" input={{ externalId, ...search }} />
      {dialog}
    </div>
  )
}
