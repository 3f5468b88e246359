import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'
import { consolePage } from '../_shell/console-page'

export const metadata: Metadata = { title: 'Customers' }

export default consolePage('find', () => {
  return (
    <FindPage
      title="Customers"
      hint="Paste a customer’s id in your own system (the external customer id) and press Enter: it opens their ledger."
      kind="customer"
    />
  )
})
