import { CustomerTimeline } from '@/components/customers/customer-timeline'
import { customerRoute, customerTitle } from '@/components/customers/customer-route'
import { consolePage } from '@/components/shell/console-page'

export const generateMetadata = customerTitle('Timeline')

export default consolePage('getApiCustomer', customerRoute(CustomerTimeline))
