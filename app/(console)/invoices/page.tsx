import type { Metadata } from 'next'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { SearchParams } from 'nuqs/server'
import { consolePage } from '@/components/shell/console-page'
import { prefetch } from '@/lib/prefetch'
import { Prefetched } from '@/components/page/prefetched'
import { loadInvoicesSearch, invoicesInput } from './list-search-params'
import { InvoicesView } from './invoices-view'

export const metadata: Metadata = { title: 'Invoices' }

export default consolePage('listInvoices', async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
  await prefetch('listInvoices', invoicesInput(await loadInvoicesSearch(searchParams)))
  return (
    <Prefetched>
      <NuqsAdapter>
        <InvoicesView />
      </NuqsAdapter>
    </Prefetched>
  )
})
