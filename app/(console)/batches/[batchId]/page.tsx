import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../../_shell/console-page'
import { Prefetched } from '../../_shell/prefetched'
import { BatchView } from './batch-view'
import { batchInput, loadBatchSearch } from './search-params'

export const metadata: Metadata = { title: 'Batch' }

interface BatchPageProps {
  params: Promise<{ batchId: string }>
  searchParams: Promise<SearchParams>
}

/** The subscriptions of a batch: the effect on each, and what became of it. */
export default consolePage('getBatch', async ({ params, searchParams }: BatchPageProps) => {
  const search = await loadBatchSearch(searchParams)
  return (
    <Prefetched
      param={(await params).batchId}
      prefetch={(client, id) => {
        const input = batchInput(id, search)
        return client.fetchQuery({ ...operationQuery('getBatch', input), queryFn: () => runForPage('getBatch', input) })
      }}
    >
      {(id) => (
        <NuqsAdapter>
          <BatchView batchId={id} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
