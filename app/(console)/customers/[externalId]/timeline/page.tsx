import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { CustomerTimeline } from '../../../_customer/customer-timeline'
import { PrefetchedCustomer } from '../../../_customer/prefetched-customer'
import { consolePage } from '../../../_shell/console-page'

interface CustomerPageProps {
  params: Promise<{ externalId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Timeline` }
}

export default consolePage('getCustomer', async ({ params }: CustomerPageProps) => (
  <PrefetchedCustomer param={(await params).externalId}>
    {(of, key) => <CustomerTimeline key={key} of={of} />}
  </PrefetchedCustomer>
))
