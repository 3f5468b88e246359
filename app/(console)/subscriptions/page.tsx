import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { loadSubscriptionsSearch, subscriptionsInput } from './list-search-params'
import { SubscriptionsView } from './subscriptions-view'

export const metadata: Metadata = { title: 'Subscriptions' }

export default consolePage('listSubscriptions', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  await prefetch('listSubscriptions', subscriptionsInput(await loadSubscriptionsSearch(searchParams)))
  return (
    <Prefetched>
      <NuqsAdapter>
        <SubscriptionsView />
      </NuqsAdapter>
    </Prefetched>
  )
})
