import { cache } from 'react'
import { changesOf } from '@/components/changes/change-queries'
import { relatedOf } from '@/components/customers/customer-queries'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { prefetch, prefetchOptional } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { titleOf } from '@/components/page/title-of'
import { SubscriptionDetails } from './subscription-details'
import { subscriptionTabTitle } from './subscription-title'
import { consolePage } from '@/components/shell/console-page'

interface SubscriptionPageProps {
  params: Promise<{ id: string }>
}

/** One read for both the title and the page. */
const getSubscription = cache((id: string) => prefetch('getSubscription', { id }))

export const generateMetadata = ({ params }: SubscriptionPageProps) =>
  titleOf(async () => subscriptionTabTitle(await getSubscription((await params).id)), 'Subscription')

export default consolePage('getSubscription', async ({ params }: SubscriptionPageProps) => {
  const id = decodePathId((await params).id)
  const latest = prefetchOptional('listChanges', changesOf(id))
  const { customerId } = await getSubscription(id)
  await Promise.all([
    latest,
    prefetchOptional('getRelated', relatedOf({ subscriptionId: id, customerId })),
    prefetchOptional('getSubscriptionHistory', { id }),
    noteOpenedPage('subscription', id),
  ])
  return (
    <Prefetched>
      <SubscriptionDetails id={id} />
    </Prefetched>
  )
})
