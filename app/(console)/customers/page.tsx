import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'
import { consolePage } from '../_shell/console-page'

export const metadata: Metadata = { title: 'Customers' }

export default consolePage('find', () => {
  return (
    <FindPage
      title="Customers"
      hint="Paste the customer ID of your own system (the external customer ID) and press Enter."
      kind="customer"
    />
  )
})
