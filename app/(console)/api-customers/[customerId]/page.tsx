import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { CustomerOverview } from '../../_customer/customer-overview'
import { PrefetchedApiCustomer } from '../../_customer/prefetched-customer'
import { consolePage } from '../../_shell/console-page'

interface CustomerPageProps {
  params: Promise<{ customerId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).customerId)} · Customer` }
}

export default consolePage('getApiCustomer', async ({ params }: CustomerPageProps) => (
  <PrefetchedApiCustomer param={(await params).customerId}>
    {(of, key) => <CustomerOverview key={key} of={of} />}
  </PrefetchedApiCustomer>
))
