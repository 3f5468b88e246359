import type { Metadata } from 'next'
import { cache } from 'react'
import { changesOf, changesOfQuery } from '@/lib/queries/change-queries'
import { operationQuery } from '@/lib/queries/operation-query'
import { relatedOf, relatedQuery } from '@/lib/queries/customer-queries'
import { noteOpenedPage, runForPage } from '@/lib/server/http/run-for-page'
import { Prefetched } from '../../_shell/prefetched'
import { SubscriptionDetails } from './subscription-details'
import { subscriptionTabTitle } from './subscription-title'
import { consolePage } from '../../_shell/console-page'

interface SubscriptionPageProps {
  params: Promise<{ id: string }>
}

/** One read for both the title and the page. */
const getSubscription = cache((id: string) => runForPage('getSubscription', { id }))

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  try {
    return { title: subscriptionTabTitle(await getSubscription((await params).id)) }
  } catch {
    return { title: 'Subscription' }
  }
}

export default consolePage('getSubscription', async ({ params }: SubscriptionPageProps) => {
  return (
    <Prefetched
      param={(await params).id}
      prefetch={async (client, id) => {
        // When the latest change cannot be read, the browser repeats the read.
        const latest = client.prefetchQuery({
          ...changesOfQuery(id),
          queryFn: () => runForPage('listChanges', changesOf(id)),
        })
        const subscription = await client.fetchQuery({
          ...operationQuery('getSubscription', { id }),
          queryFn: () => getSubscription(id),
        })
        const around = { subscriptionId: id, customerId: subscription.customerId }
        await Promise.all([
          latest,
          // The page also renders without these.
          client.prefetchQuery({
            ...relatedQuery(around),
            queryFn: () => runForPage('getRelated', relatedOf(around)),
          }),
          client.prefetchQuery({
            ...operationQuery('getSubscriptionHistory', { id }),
            queryFn: () => runForPage('getSubscriptionHistory', { id }),
          }),
          noteOpenedPage('subscription', id),
        ])
      }}
    >
      {(id) => <SubscriptionDetails id={id} />}
    </Prefetched>
  )
})
