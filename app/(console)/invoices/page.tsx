import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { operationQuery } from '@/lib/queries/operation-query'
import { runForPage } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { Prefetched } from '../_shell/prefetched'
import { loadInvoicesSearch, invoicesInput } from './list-search-params'
import { InvoicesView } from './invoices-view'

export const metadata: Metadata = { title: 'Invoices' }

interface InvoicesPageProps {
  searchParams: Promise<SearchParams>
}

export default consolePage('listInvoices', async ({ searchParams }: InvoicesPageProps) => {
  const input = invoicesInput(await loadInvoicesSearch(searchParams))
  return (
    <Prefetched
      prefetch={(client) =>
        client.fetchQuery({
          ...operationQuery('listInvoices', input),
          queryFn: () => runForPage('listInvoices', input),
        })
      }
    >
      {() => (
        <NuqsAdapter>
          <InvoicesView />
        </NuqsAdapter>
      )}
    </Prefetched>
  )
})
