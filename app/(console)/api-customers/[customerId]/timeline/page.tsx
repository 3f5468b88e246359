import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { CustomerTimeline } from '../../../_customer/customer-timeline'
import { PrefetchedApiCustomer } from '../../../_customer/prefetched-customer'
import { consolePage } from '../../../_shell/console-page'

interface CustomerPageProps {
  params: Promise<{ customerId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).customerId)} · Timeline` }
}

export default consolePage('getApiCustomer', async ({ params }: CustomerPageProps) => (
  <PrefetchedApiCustomer param={(await params).customerId}>
    {(of, key) => <CustomerTimeline key={key} of={of} />}
  </PrefetchedApiCustomer>
))
