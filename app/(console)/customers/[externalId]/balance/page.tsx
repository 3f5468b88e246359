import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { customerTitle } from '@/components/customers/customer-route'
import { FIRST_ROWS, ledgerTotal, ledgerTotalQuery } from '@/components/ledger/ledger-queries'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage, runForPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { pageQueryClient, prefetchOptional } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { BalanceView } from './balance-view'
import { loadBalanceSearch } from './search-params'

interface BalancePageProps {
  params: Promise<{ externalId: string }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = customerTitle('Balance')

export default consolePage('getLedgerRead', async ({ params, searchParams }: BalancePageProps) => {
  const { range } = await loadBalanceSearch(searchParams)
  const externalId = decodePathId((await params).externalId)
  await Promise.all([
    pageQueryClient().fetchQuery({
      ...ledgerTotalQuery(externalId),
      queryFn: async () => ledgerTotal(await runForPage('listTransactions', { externalId, ...FIRST_ROWS })),
    }),
    prefetchOptional('getLedgerRead', { externalId }),
    prefetchOptional('getBalanceChart', { externalId, range }),
  ])
  await noteOpenedPage('customer', externalId)
  return (
    <Prefetched>
      <NuqsAdapter>
        <BalanceView key={externalId} externalId={externalId} />
      </NuqsAdapter>
    </Prefetched>
  )
})
