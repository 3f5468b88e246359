import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../../_shell/console-page'
import { Prefetched } from '../../_shell/prefetched'
import { CheckView } from './check-view'
import { checkInput, loadCheckSearch } from './search-params'

export const metadata: Metadata = { title: 'Check' }

interface CheckPageProps {
  params: Promise<{ checkId: string }>
  searchParams: Promise<SearchParams>
}

/** The objects of a check with their verdicts. */
export default consolePage('getCheck', async ({ params, searchParams }: CheckPageProps) => {
  const search = await loadCheckSearch(searchParams)
  return (
    <Prefetched
      param={(await params).checkId}
      prefetch={(client, id) => {
        const input = checkInput(id, search)
        return client.fetchQuery({ ...operationQuery('getCheck', input), queryFn: () => runForPage('getCheck', input) })
      }}
    >
      {(id) => (
        <NuqsAdapter>
          <CheckView checkId={id} />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
