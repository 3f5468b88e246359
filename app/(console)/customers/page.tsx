import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { loadCustomersSearch, customersInput } from './list-search-params'
import { CustomersView } from './customers-view'

export const metadata: Metadata = { title: 'Customers' }

export default consolePage('listCustomers', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  await prefetch('listCustomers', customersInput(await loadCustomersSearch(searchParams)))
  return (
    <Prefetched>
      <NuqsAdapter>
        <CustomersView />
      </NuqsAdapter>
    </Prefetched>
  )
})
