import type { Metadata } from 'next'
import { withoutBidi } from '@/lib/format/bidi'
import { customerQuery } from '@/lib/queries/customer-queries'
import { noteOpenedPage, runForPage } from '@/lib/server/http/run-for-page'
import { CustomerOverview } from '../../_customer/customer-overview'
import { consolePage } from '../../_shell/console-page'
import { Prefetched } from '../../_shell/prefetched'

interface CustomerPageProps {
  params: Promise<{ externalId: string }>
}

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  return { title: `${withoutBidi((await params).externalId)} · Customer` }
}

export default consolePage('getCustomer', async ({ params }: CustomerPageProps) => (
  <Prefetched
    param={(await params).externalId}
    prefetch={(client, externalId) =>
      Promise.all([
        client.fetchQuery({
          ...customerQuery({ externalId }),
          queryFn: () => runForPage('getCustomer', { externalId }),
        }),
        noteOpenedPage('customer', externalId),
      ])
    }
  >
    {(externalId) => <CustomerOverview key={externalId} of={{ externalId }} />}
  </Prefetched>
))
