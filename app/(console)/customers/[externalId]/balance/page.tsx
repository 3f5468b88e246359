import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { withoutBidi } from '@/lib/format/bidi'
import { FIRST_ROWS, ledgerTotal, ledgerTotalQuery } from '@/lib/queries/ledger-queries'
import { operationQuery } from '@/lib/queries/operation-query'
import { noteOpenedPage, runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../../../_shell/console-page'
import { Prefetched } from '../../../_shell/prefetched'
import { BalanceView } from './balance-view'
import { loadBalanceSearch } from './search-params'

interface BalancePageProps {
  params: Promise<{ externalId: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: BalancePageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Balance` }
}

export default consolePage('getLedgerRead', async ({ params, searchParams }: BalancePageProps) => {
  const { range } = await loadBalanceSearch(searchParams)
  return (
    <Prefetched
      param={(await params).externalId}
      prefetch={async (client, externalId) => {
        await Promise.all([
          client.fetchQuery({
            ...ledgerTotalQuery(externalId),
            queryFn: async () => ledgerTotal(await runForPage('listTransactions', { externalId, ...FIRST_ROWS })),
          }),
          // The browser repeats a prefetch that failed: the page renders without it.
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
          <BalanceView key={externalId} externalId={externalId} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
