import { CustomerOverview } from '@/components/customers/customer-overview'
import { customerRoute, customerTitle } from '@/components/customers/customer-route'
import { consolePage } from '@/components/shell/console-page'

export const generateMetadata = customerTitle('Customer')

export default consolePage('getApiCustomer', customerRoute(CustomerOverview))
