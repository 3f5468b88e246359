import type { Metadata } from 'next'
import { type ListPageProps, PrefetchedList } from '../_lists/prefetched-list'
import { consolePage } from '../_shell/console-page'
import { loadSubscriptionsSearch, subscriptionsInput } from './list-search-params'
import { SubscriptionsView } from './subscriptions-view'

export const metadata: Metadata = { title: 'Subscriptions' }

export default consolePage('listSubscriptions', async ({ searchParams }: ListPageProps) => (
  <PrefetchedList name="listSubscriptions" input={subscriptionsInput(await loadSubscriptionsSearch(searchParams))}>
    <SubscriptionsView />
  </PrefetchedList>
))
