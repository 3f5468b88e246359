import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { decodePathId } from '@/lib/server/http/path-id'
import { CustomerTimeline } from '../../../_customer/customer-timeline'
import { consolePage } from '../../../_shell/console-page'
import { prefetch } from '../../../_shell/prefetch'
import { Prefetched } from '../../../_shell/prefetched'

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
