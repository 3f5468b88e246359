import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { noteOpenedPage } from '@/lib/run-for-page'
import { CustomerOverview } from '@/components/customers/customer-overview'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'

interface CustomerPageProps {
  params: Promise<{ externalId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Customer` }
}

export default consolePage('getCustomer', async ({ params }: CustomerPageProps) => {
  const externalId = decodePathId((await params).externalId)
  await Promise.all([prefetch('getCustomer', { externalId }), noteOpenedPage('customer', externalId)])
  return (
    <Prefetched>
      <CustomerOverview key={externalId} of={{ externalId }} />
    </Prefetched>
  )
})
