import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { loadCustomersSearch, customersInput } from './list-search-params'
import { CustomersView } from './customers-view'

export const metadata: Metadata = { title: 'Customers' }

interface CustomersPageProps {
  searchParams: Promise<SearchParams>
}

export default consolePage('listCustomers', async ({ searchParams }: CustomersPageProps) => {
  const input = customersInput(await loadCustomersSearch(searchParams))
  return (
    <Prefetched
      prefetch={(client) =>
        client.fetchQuery({
          ...operationQuery('listCustomers', input),
          queryFn: () => runForPage('listCustomers', input),
        })
      }
    >
      {() => (
        <NuqsAdapter>
          <CustomersView />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
