import type { Metadata } from 'next'
import { listRoute, type ListRouteProps } from '@/components/lists/list-route'
import { consolePage } from '@/components/shell/console-page'
import { CustomersView } from './customers-view'

export const metadata: Metadata = { title: 'Customers' }

export default consolePage('listCustomers', (props: ListRouteProps) => listRoute('customers', CustomersView, props))
