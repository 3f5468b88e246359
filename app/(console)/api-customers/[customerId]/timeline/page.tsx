import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { CustomerTimeline } from '@/components/customers/customer-timeline'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'

interface CustomerPageProps {
  params: Promise<{ customerId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).customerId)} · Timeline` }
}

export default consolePage('getApiCustomer', async ({ params }: CustomerPageProps) => {
  const customerId = decodePathId((await params).customerId)
  await prefetch('getApiCustomer', { customerId })
  return (
    <Prefetched>
      <CustomerTimeline key={customerId} of={{ customerId }} />
    </Prefetched>
  )
})
