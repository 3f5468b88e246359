import type { Metadata } from 'next'
import { type ListPageProps, PrefetchedList } from '../_lists/prefetched-list'
import { consolePage } from '../_shell/console-page'
import { loadInvoicesSearch, invoicesInput } from './list-search-params'
import { InvoicesView } from './invoices-view'

export const metadata: Metadata = { title: 'Invoices' }

export default consolePage('listInvoices', async ({ searchParams }: ListPageProps) => (
  <PrefetchedList name="listInvoices" input={invoicesInput(await loadInvoicesSearch(searchParams))}>
    <InvoicesView />
  </PrefetchedList>
))
