import type { Metadata } from 'next'
import { listRoute, type ListRouteProps } from '@/components/lists/list-route'
import { consolePage } from '@/components/shell/console-page'
import { SubscriptionsView } from './subscriptions-view'

export const metadata: Metadata = { title: 'Subscriptions' }

export default consolePage('listSubscriptions', (props: ListRouteProps) =>
  listRoute('subscriptions', SubscriptionsView, props),
)
