import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { loadSubscriptionsSearch, subscriptionsInput } from './list-search-params'
import { SubscriptionsView } from './subscriptions-view'

export const metadata: Metadata = { title: 'Subscriptions' }

interface SubscriptionsPageProps {
  searchParams: Promise<SearchParams>
}

export default consolePage('listSubscriptions', async ({ searchParams }: SubscriptionsPageProps) => {
  const input = subscriptionsInput(await loadSubscriptionsSearch(searchParams))
  return (
    <Prefetched
      prefetch={(client) =>
        client.fetchQuery({
          ...operationQuery('listSubscriptions', input),
          queryFn: () => runForPage('listSubscriptions', input),
        })
      }
    >
      {() => (
        <NuqsAdapter>
          <SubscriptionsView />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
