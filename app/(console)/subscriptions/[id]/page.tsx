import type { Metadata } from 'next'
import { cache } from 'react'
import { withoutBidi } from '@/lib/format/bidi'
import { subscriptionQuery } from '@/lib/queries/subscription'
import { pathId } from '@/lib/server/path-id'
import { readSubscription } from '@/lib/server/read-subscription'
import { admitPage } from '../../admit-page'
import { Prefetched } from '../../prefetched'
import { SubscriptionDetails } from './subscription-details'
import { subscriptionTitle } from './subscription-title'

interface SubscriptionPageProps {
  params: Promise<{ id: string }>
}

/** One read for the title and the page. */
const readSubscriptionOnce = cache(readSubscription)

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  try {
    await admitPage()
    return { title: withoutBidi(subscriptionTitle(await readSubscriptionOnce(pathId((await params).id)))) }
  } catch {
    return { title: 'Subscription' }
  }
}

export default async function SubscriptionPage({ params }: SubscriptionPageProps) {
  return (
    <Prefetched
      param={(await params).id}
      prefetch={(client, id) =>
        client.fetchQuery({ ...subscriptionQuery(id), queryFn: () => readSubscriptionOnce(id) })
      }
    >
      {(id) => <SubscriptionDetails id={id} />}
    </Prefetched>
  )
}
