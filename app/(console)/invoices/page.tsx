import type { Metadata } from 'next'
import { listRoute, type ListRouteProps } from '@/components/lists/list-route'
import { consolePage } from '@/components/shell/console-page'
import { InvoicesView } from './invoices-view'

export const metadata: Metadata = { title: 'Invoices' }

export default consolePage('listInvoices', (props: ListRouteProps) => listRoute('invoices', InvoicesView, props))
