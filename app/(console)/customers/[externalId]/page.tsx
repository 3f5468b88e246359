import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { CustomerOverview } from '../../_customer/customer-overview'
import { PrefetchedCustomer } from '../../_customer/prefetched-customer'
import { consolePage } from '../../_shell/console-page'

interface CustomerPageProps {
  params: Promise<{ externalId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Customer` }
}

export default consolePage('getCustomer', async ({ params }: CustomerPageProps) => (
  <PrefetchedCustomer param={(await params).externalId}>
    {(of, key) => <CustomerOverview key={key} of={of} />}
  </PrefetchedCustomer>
))
