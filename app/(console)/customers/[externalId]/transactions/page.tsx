import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { customerTitle } from '@/components/customers/customer-route'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { prefetch, prefetchOptional } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { LedgerView } from './ledger-view'
import { loadLedgerSearch } from './search-params'

interface LedgerPageProps {
  params: Promise<{ externalId: string }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = customerTitle('Transactions')

export default consolePage('listTransactions', async ({ params, searchParams }: LedgerPageProps) => {
  const search = await loadLedgerSearch(searchParams)
  const externalId = decodePathId((await params).externalId)
  await Promise.all([
    prefetch('listTransactions', { externalId, ...search }),
    prefetchOptional('getLedgerRead', { externalId }),
  ])
  await noteOpenedPage('customer', externalId)
  return (
    <Prefetched>
      <NuqsAdapter>
        <LedgerView key={externalId} externalId={externalId} />
      </NuqsAdapter>
    </Prefetched>
  )
})
