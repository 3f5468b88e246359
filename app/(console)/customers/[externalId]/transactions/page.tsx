import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { withoutBidi } from '@/lib/format/bidi'
import { isNewestRows, ledgerBalancesQuery, NEWEST_ROWS } from '@/lib/queries/ledger-balances-query'
import { operationQuery } from '@/lib/queries/operation-query'
import { noteOpenedPage, runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../../../_shell/prefetched'
import { LedgerView } from './ledger-view'
import { loadLedgerSearch, loadRange } from './search-params'
import { consolePage } from '../../../_shell/console-page'

interface LedgerPageProps {
  params: Promise<{ externalId: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: LedgerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Transactions` }
}

export default consolePage('listTransactions', async ({ params, searchParams }: LedgerPageProps) => {
  const search = await loadLedgerSearch(searchParams)
  const { range } = await loadRange(searchParams)
  return (
    <Prefetched
      param={(await params).externalId}
      prefetch={async (client, externalId) => {
        await Promise.all([
          client.fetchQuery({
            ...operationQuery('listTransactions', { externalId, ...search }),
            queryFn: () => runForPage('listTransactions', { externalId, ...search }),
          }),
          // The browser repeats a prefetch that failed: the page renders without it.
          !isNewestRows(search) &&
            client.prefetchQuery({
              ...ledgerBalancesQuery(externalId),
              queryFn: async () => ledgerBalances(await runForPage('listTransactions', { externalId, ...NEWEST_ROWS })),
            }),
          client.prefetchQuery({
            ...operationQuery('getLedgerRead', { externalId }),
            queryFn: () => runForPage('getLedgerRead', { externalId }),
          }),
          client.prefetchQuery({
            ...operationQuery('getBalanceChart', { externalId, range }),
            queryFn: () => runForPage('getBalanceChart', { externalId, range }),
          }),
        ])
        await noteOpenedPage('customer', externalId)
      }}
    >
      {(externalId) => (
        <NuqsAdapter>
          <LedgerView key={externalId} externalId={externalId} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
