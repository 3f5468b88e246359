import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { decodePathId } from '@/lib/server/http/path-id'
import { noteOpenedPage } from '@/lib/server/http/run-for-page'
import { CustomerOverview } from '../../_customer/customer-overview'
import { consolePage } from '../../_shell/console-page'
import { prefetch } from '../../_shell/prefetch'
import { Prefetched } from '../../_shell/prefetched'

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
