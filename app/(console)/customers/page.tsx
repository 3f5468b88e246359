import type { Metadata } from 'next'
import { type ListPageProps, PrefetchedList } from '../_lists/prefetched-list'
import { consolePage } from '../_shell/console-page'
import { loadCustomersSearch, customersInput } from './list-search-params'
import { CustomersView } from './customers-view'

export const metadata: Metadata = { title: 'Customers' }

export default consolePage('listCustomers', async ({ searchParams }: ListPageProps) => (
  <PrefetchedList name="listCustomers" input={customersInput(await loadCustomersSearch(searchParams))}>
    <CustomersView />
  </PrefetchedList>
))
