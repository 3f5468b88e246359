import type { Metadata } from 'next'
import { cache } from 'react'
import { changesOf } from '@/lib/queries/change-queries'
import { relatedOf } from '@/lib/queries/customer-queries'
import { decodePathId } from '@/lib/server/http/path-id'
import { noteOpenedPage } from '@/lib/server/http/run-for-page'
import { prefetch, prefetchOptional } from '../../_shell/prefetch'
import { Prefetched } from '../../_shell/prefetched'
import { SubscriptionDetails } from './subscription-details'
import { subscriptionTabTitle } from './subscription-title'
import { consolePage } from '../../_shell/console-page'

interface SubscriptionPageProps {
  params: Promise<{ id: string }>
}

/** One read for both the title and the page. */
const getSubscription = cache((id: string) => prefetch('getSubscription', { id }))

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  try {
    return { title: subscriptionTabTitle(await getSubscription((await params).id)) }
  } catch {
    return { title: 'Subscription' }
  }
}

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
