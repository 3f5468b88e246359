import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { decodePathId } from '@/lib/server/http/path-id'
import { CustomerOverview } from '../../_customer/customer-overview'
import { consolePage } from '../../_shell/console-page'
import { prefetch } from '../../_shell/prefetch'
import { Prefetched } from '../../_shell/prefetched'

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
