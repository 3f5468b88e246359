import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/text/bidi'
import { decodePathId } from '@/lib/core/server/http/path-id'
import { CustomerOverview } from '@/components/customers/customer-overview'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'

interface CustomerPageProps {
  params: Promise<{ customerId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).customerId)} · Customer` }
}

export default consolePage('getApiCustomer', async ({ params }: CustomerPageProps) => {
  const customerId = decodePathId((await params).customerId)
  await prefetch('getApiCustomer', { customerId })
  return (
    <Prefetched>
      <CustomerOverview key={customerId} of={{ customerId }} />
    </Prefetched>
  )
})
