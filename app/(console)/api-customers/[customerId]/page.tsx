import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { customerQuery } from '@/lib/queries/customer-queries'
import { runForPage } from '@/lib/server/http/run-for-page'
import { CustomerOverview } from '../../_customer/customer-overview'
import { consolePage } from '../../_shell/console-page'
import { Prefetched } from '../../_shell/prefetched'

interface CustomerPageProps {
  params: Promise<{ customerId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).customerId)} · Customer` }
}

export default consolePage('getApiCustomer', async ({ params }: CustomerPageProps) => (
  <Prefetched
    param={(await params).customerId}
    prefetch={(client, customerId) =>
      client.fetchQuery({
        ...customerQuery({ customerId }),
        queryFn: () => runForPage('getApiCustomer', { customerId }),
      })
    }
  >
    {(customerId) => <CustomerOverview key={customerId} of={{ customerId }} />}
  </Prefetched>
))
